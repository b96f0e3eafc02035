using Orchestrator.Ssis.Flows.Dialects;
using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Types;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Work;

/// <summary>Brings rows to where something can be computed of them.</summary>
internal static class FlowLandings
{
    /// <summary>The set as one of which more can be said: as it is, or landed in the target's database.</summary>
    public static SqlSet Growing(FlowWork work, FlowComponent component, FlowSet set) =>
        set is SqlSet { CanGrow: true } known ? known
            : Landed(work, set, work.TargetOf(component) ?? throw FlowOpenException.Nowhere(component.Name));

    /// <summary>Sets in one database: where they are, if that is the same one, else in the target's.</summary>
    public static IReadOnlyList<SqlSet> Together(
        FlowWork work, FlowComponent component, IReadOnlyList<FlowSet> sets)
    {
        if (sets.All(each => each is SqlSet { CanGrow: true })
            && sets.Cast<SqlSet>().Select(each => each.Place.Key).Distinct().Count() == 1)
        {
            return [.. sets.Cast<SqlSet>()];
        }

        var place = work.TargetOf(component) ?? throw FlowOpenException.Nowhere(component.Name);
        return [.. sets.Select(each => At(work, each, place))];
    }

    /// <summary>The set in that database.</summary>
    public static SqlSet At(FlowWork work, FlowSet set, FlowPlace place) =>
        set is SqlSet { CanGrow: true } known && known.Place.Key == place.Key ? known : Landed(work, set, place);

    /// <summary>The rows of a component whose ways part, read once: what one way changes, the other does not see. Ways
    /// that meet again are parts of one statement, but for those of a file, which is read once in any case.</summary>
    public static FlowSet Forked(FlowWork work, FlowComponent component, FlowSet set) =>
        (work.Graph.IsFork(component) || (set is FileSet && work.Graph.IsParting(component)))
        && set is not SqlSet { IsStable: true } && work.EndOf(component) is { Dialect: not null } place
            ? Landed(work, set, place) : set;

    /// <summary>The set in a table of ours.</summary>
    public static SqlSet Landed(FlowWork work, FlowSet set, FlowPlace place) => set switch
    {
        SqlSet sql => Landed(work, sql, place),
        FileSet file => Landed(work, file, place),
        _ => throw FlowOpenException.Missing("its rows are not known", ""),
    };

    private static SqlSet Landed(FlowWork work, SqlSet set, FlowPlace place)
    {
        var items = set.Items.Where(each => work.Columns.IsTaken(each.Column.Origin)
            || !set.Items.Any(other => work.Columns.IsTaken(other.Column.Origin))
            || IsOurs(each.Column.Origin)).ToList();
        var (source, columns) = LoadSources.Of(set, [.. items.Select(each => (each, each.Column.Name))]);
        var load = Load(work, set, set.Name, place) with
        {
            Source = source,
            Columns = [.. columns.Select(each => each with { DataType = DataType(each.Target, items) })],
        };
        return Add(work, load, set, place, [.. items.Select(each => each.Column)]);
    }

    // What a translator has made for itself, as the number of an output.
    private static bool IsOurs(ColumnOrigin origin) => origin.Output.Length == 0;

    private static string DataType(string name, List<SqlItem> items) =>
        FlowColumnTypes.TextOf(items.Find(each => each.Column.Name == name)!.Column.Type);

    private static SqlSet Landed(FlowWork work, FileSet set, FlowPlace place)
    {
        var columns = FlowFileColumns.Of(set, each => work.Columns.IsTaken(each.Origin) || IsOurs(each.Origin));
        var load = Load(work, set, set.Name, place) with
        {
            Source = set.File,
            Columns = [.. columns.Select(each => LoadSources.OfFile(each.Item, each.Name, set.RetainsNulls))],
        };
        var landed = Add(work, load, set, place, [.. columns.Select(each =>
            new SetColumn(each.Item.Origin, each.Name, each.Item.Type))]);
        var dialect = FlowWork.DialectOf(landed);
        HashSet<string> names = new(StringComparer.OrdinalIgnoreCase);
        List<SqlItem> items = [];
        foreach (var (item, name) in columns.SelectMany(each => each.Origins.Select(item => (item, each.Name))))
        {
            items.Add(new(new(item.Origin, FlowNames.Unique(name, "_", names), item.Type),
                set.WidthOf(item) is > 0 and var width ? dialect.Padded(dialect.Quote(name), width)
                    : Filled(dialect, dialect.Quote(name), item, set.RetainsNulls)));
        }

        return items.TrueForAll(each => each.Sql == dialect.Quote(each.Column.Name))
            ? landed with { Items = items } : landed with { Items = items, Bare = null };
    }

    // What a file has nothing for is the empty text or 0, unless its source says that NULL stays NULL.
    private static string Filled(FlowDialect dialect, string sql, FileItem item, bool retainsNulls) =>
        retainsNulls ? sql
            : item.IsEmptyText ? $"COALESCE({sql}, {dialect.Literal("")})"
            : item.IsZero ? $"COALESCE({sql}, {dialect.Cast("0", item.Type)})" : sql;

    private static FlowLoad Load(FlowWork work, FlowSet set, string name, FlowPlace place)
    {
        var table = work.Names.Table(work.Title, name);
        return new()
        {
            Name = table,
            Component = work.Data.Components.FirstOrDefault(each => each.Name == name)?.Path ?? work.Flow.Path,
            IsLanding = true,
            Target = new FlowTable(place.Connection, "", table),
            Pattern = FlowPattern.TruncateInsert,
            RedirectsErrors = set.RedirectsErrors,
            After = set.After,
        };
    }

    private static SqlSet Add(
        FlowWork work, FlowLoad load, FlowSet set, FlowPlace place, IReadOnlyList<SetColumn> columns)
    {
        if (place.Dialect is not { } known)
        {
            throw FlowOpenException.NoPlatform("no platform of ours is the database that rows have to be landed in",
                place.Connection);
        }

        work.Add(load, set);
        var dialect = new FlowDialect(known);
        return new()
        {
            Place = place,
            Name = load.Name,
            From = dialect.Table((FlowTable)load.Target),
            Items = [.. columns.Select(each => new SqlItem(each, dialect.Quote(each.Name)))],
            Bare = load.Target,
            IsStable = true,
            Rows = set.Rows,
            Order = set.Order,
            Descends = set.Descends,
            After = [load.Name],
        };
    }
}
