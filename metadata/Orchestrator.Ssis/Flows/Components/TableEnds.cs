using System.Text.RegularExpressions;
using Orchestrator.Ssis.Flows.Dialects;
using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Texts;
using Orchestrator.Ssis.Flows.Types;
using Orchestrator.Ssis.Flows.Work;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>Destinations that write a table.</summary>
internal static partial class TableEnds
{
    public static void Translate(FlowWork work, FlowComponent component)
    {
        var set = work.Input(component);
        var load = Load(work, component, set);
        work.Add(load, set);
        work.Mapped(component, $"the load {load.Name}");
    }

    /// <summary>The load of a destination.</summary>
    /// <param name="work">The flow.</param>
    /// <param name="component">The destination.</param>
    /// <param name="set">The rows.</param>
    public static FlowLoad Load(FlowWork work, FlowComponent component, FlowSet set)
    {
        var place = work.Places.Of(component);
        if (place.Dialect is null)
        {
            var unknown = work.Places.Connection(component);
            throw FlowOpenException.NoPlatform(ConnectionDialects.Unknown(unknown), unknown.Provider);
        }

        var table = Table(work, component);
        if (component.Inputs is not [var input, ..])
        {
            throw FlowOpenException.Missing("it has no input", component.Name);
        }

        var mapped = input.Columns.Where(each => each.ExternalColumn.Length > 0).ToList();
        if (mapped.Count == 0)
        {
            throw FlowOpenException.Missing("nothing goes into a column of its table", component.Name);
        }

        var load = Options(component) with
        {
            Name = work.Names.Object(table.Name.Trim('$', '{', '}').Replace("var:", "", StringComparison.Ordinal)),
            Component = component.Path,
            Target = table,
            RedirectsErrors = set.RedirectsErrors
                || input.OnError is RowDisposition.RedirectRow or RowDisposition.IgnoreFailure,
            ErrorTarget = ErrorEnds.Of(work, component),
        };
        return Filled(work, set, place, mapped, input, load);
    }

    /// <summary>The table that a destination writes.</summary>
    public static FlowTable Table(FlowWork work, FlowComponent component)
    {
        if (component.Kind == ComponentKind.BulkDestination)
        {
            var written = component.Property("BulkInsertTableName") ?? "";
            return WrittenSources.Named(work.Places.Connection(component), written)
                ?? throw FlowOpenException.Missing("the name of its table is none", written);
        }

        var isStatement = component.Kind == ComponentKind.OleDbDestination && component.Property("AccessMode") == "2";
        var table = isStatement ? OfStatement(work, component)
            : WrittenSources.Table(work, component, WrittenSources.IsTableOfVariable(component));
        // A target has one name for all nights; in a loop each turn has its own.
        return table with { Name = table.Name.Replace("${name:", "${var:", StringComparison.Ordinal) };
    }

    private static FlowTable OfStatement(FlowWork work, FlowComponent component)
    {
        var written = component.Property("SqlCommand") ?? "";
        return TableOf(work.Places.Connection(component), written)
            ?? throw FlowOpenException.Statement("it writes by a query that is not the columns of one table", written);
    }

    private static FlowLoad Filled(FlowWork work, FlowSet set, FlowPlace place, List<InputColumn> mapped,
        FlowInput input, FlowLoad load)
    {
        if (set is FileSet file && Direct(file, mapped, input) is { } columns
            && KeepsNulls(load, columns) is { } keepsNulls && !IsRefused(load, place, columns))
        {
            return load with
            {
                Source = file.File,
                Columns = columns,
                After = file.After,
                KeepsNulls = keepsNulls,
            };
        }

        var sql = set is SqlSet known ? known : FlowLandings.Landed(work, set, place);
        var (source, loaded) = LoadSources.Of(sql, [.. mapped.Select(each => (sql.Find(each.Origin)
            ?? throw FlowOpenException.Missing("a column that it takes does not come to it", each.Name),
            each.ExternalColumn))]);
        return load with
        {
            Source = source,
            Columns = [.. loaded.Select(each => each with { DataType = TypeOf(each.Target, mapped, input) })],
            RedirectsErrors = load.RedirectsErrors && (set is SqlSet
                || input.OnError is RowDisposition.RedirectRow or RowDisposition.IgnoreFailure),
            SortedBy = [.. SortedBy(sql, mapped)],
            After = sql.After,
        };
    }

    // A file goes into the table by one load where each of its columns goes once, and none needs a 0 for nothing.
    private static List<FlowLoadColumn>? Direct(FileSet file, List<InputColumn> mapped, FlowInput input)
    {
        var chosen = mapped.ConvertAll(each => (Item: file.Find(each.Origin), Target: each.ExternalColumn));
        var read = chosen.Where(each => each.Item is { Value: null }).Select(each => each.Item!.Source).ToList();
        if (chosen.Exists(each => each.Item is null) || read.Distinct().Count() != read.Count
            || (!file.File.Format.HasHeader && read.Count != file.Declared.Count)
            || chosen.Exists(each => !file.RetainsNulls && each.Item!.IsZero))
        {
            return null;
        }

        var order = file.Declared.Select(each => each.Source).ToList();
        return
        [
            .. chosen.OrderBy(each => each.Item!.Value is null ? order.IndexOf(each.Item.Source) : order.Count)
                .Select(each => LoadSources.OfFile(each.Item!, each.Target, file.RetainsNulls) with
                {
                    DataType = TypeOf(each.Target, mapped, input),
                    TargetExpression = !file.RetainsNulls && each.Item!.IsEmptyText
                        ? "coalesce(@@this, '')" : null,
                }),
        ];
    }

    // What a load computes goes through a table of its own, behind which no NULL becomes a default: then the file is
    // landed first (null), but where no value is NULL.
    private static bool? KeepsNulls(FlowLoad load, List<FlowLoadColumn> columns) =>
        load.KeepsNulls || columns.TrueForAll(each => each.TargetExpression is null) ? load.KeepsNulls
        : columns.TrueForAll(each => each.TargetExpression is not null || each.RefusesNull || each.Value is not null)
            ? true : null;

    // A value that SQL Server computes, and cannot, ends the transaction: none of its rows could be told from others.
    private static bool IsRefused(FlowLoad load, FlowPlace place, List<FlowLoadColumn> columns) =>
        load.RedirectsErrors && TransactSql.Is(place.Dialect)
        && columns.Exists(each => each.TargetExpression is not null);

    private static string TypeOf(string target, List<InputColumn> mapped, FlowInput input)
    {
        var external = input.ExternalColumns.FirstOrDefault(each => each.Name == target)?.Type;
        return FlowColumnTypes.TextOf(external is { Name.Length: > 0 } known ? known
            : mapped.First(each => each.ExternalColumn == target).Type);
    }

    private static IEnumerable<string> SortedBy(SqlSet set, List<InputColumn> mapped) => set.Order
        .Select(origin => mapped.Find(each => each.Origin == origin)?.ExternalColumn)
        .TakeWhile(each => each is not null).OfType<string>();

    private static FlowLoad Options(FlowComponent component)
    {
        var load = new FlowLoad { Name = "", Component = "", Target = new FlowTable("", "", "") };
        return component.Kind switch
        {
            ComponentKind.BulkDestination => load with
            {
                KeepsNulls = IsYes(component, "BulkInsertKeepNulls"),
                KeepsIdentity = IsYes(component, "BulkInsertKeepIdentity"),
                LocksTable = IsYes(component, "BulkInsertTableLock"),
                ChecksConstraints = IsYes(component, "BulkInsertCheckConstraints"),
                FiresTriggers = IsYes(component, "BulkInsertFireTriggers"),
                BatchRows = Number(component.Property("MaxInsertCommitSize")),
            },
            ComponentKind.AdoNetDestination => load with
            {
                KeepsNulls = !IsYes(component, "UseBulkInsertWhenPossible"),
                BatchRows = Number(component.Property("BatchSize")),
            },
            ComponentKind.OleDbDestination when component.Property("AccessMode") is "3" or "4" => Fast(load, component),
            _ => load with { FiresTriggers = true },
        };
    }

    private static FlowLoad Fast(FlowLoad load, FlowComponent component)
    {
        var options = (component.Property("FastLoadOptions") ?? "").ToUpperInvariant();
        return load with
        {
            KeepsNulls = IsYes(component, "FastLoadKeepNulls"),
            KeepsIdentity = IsYes(component, "FastLoadKeepIdentity"),
            LocksTable = options.Contains("TABLOCK", StringComparison.Ordinal),
            ChecksConstraints = options.Contains("CHECK_CONSTRAINTS", StringComparison.Ordinal),
            FiresTriggers = options.Contains("FIRE_TRIGGERS", StringComparison.Ordinal),
            BatchRows = Number(component.Property("FastLoadMaxInsertCommitSize")),
        };
    }

    private static bool IsYes(FlowComponent component, string name) =>
        component.Property(name) is "true" or "True" or "-1" or "1";

    // The greatest number stands for all rows at once.
    private static int Number(string? text) =>
        int.TryParse(text, out var number) && number is > 0 and < int.MaxValue ? number : 0;

    /// <summary>The table of a query over columns of one; null where it is another query.</summary>
    public static FlowTable? TableOf(SsisConnection connection, string written) =>
        WrittenText.IsShort(written) && Whole().Match(written) is { Success: true } match
            ? WrittenSources.Named(connection, match.Groups["table"].Value) : null;

    [GeneratedRegex(
        @"^\s*select\s+(?:\*|[\w\[\]\s,.]+)\s+from\s+(?<table>(?:\[[^\]]+\]|\w+)(?:\.(?:\[[^\]]+\]|\w+))*)\s*;?\s*$",
        RegexOptions.IgnoreCase)]
    private static partial Regex Whole();
}
