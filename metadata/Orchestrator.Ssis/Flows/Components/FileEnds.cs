using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Types;
using Orchestrator.Ssis.Flows.Work;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>Destinations that write files, and those that keep rows in a variable.</summary>
internal static class FileEnds
{
    private static readonly FlowType Word = new("DT_WSTR", 5, 0, 0, 0);

    /// <summary>Flat File destination.</summary>
    public static void Flat(FlowWork work, FlowComponent component)
    {
        var connection = work.Places.Connection(component);
        if (component.Property("Overwrite") is "false" or "False" or "0")
        {
            throw FlowOpenException.NoOption("it adds its rows to a file that is there: a file is written whole here",
                connection.Name);
        }

        if (component.Property("Header") is { Length: > 0 } header)
        {
            throw FlowOpenException.NoOption("it writes a text of its own before the rows", header);
        }

        Write(work, component, new FlowFile(connection.Name, connection.Path, FlowFileFormats.OfTarget(connection)),
            connection.FlatFile?.Columns ?? [], hasWords: true);
    }

    /// <summary>Raw file destination: csv takes its place.</summary>
    public static void Raw(FlowWork work, FlowComponent component)
    {
        if (component.Property("WriteOption") is not (null or "" or "0" or "1"))
        {
            throw FlowOpenException.NoOption("it adds its rows to a file that is there: a file is written whole here",
                component.Name);
        }

        Write(work, component, FlowFileFormats.OfRaw(work, component), []);
    }

    /// <summary>Recordset destination: a variable takes the rows.</summary>
    public static void Rows(FlowWork work, FlowComponent component)
    {
        var set = FlowLandings.Growing(work, component, work.Input(component));
        var variable = component.Property("VariableName") ?? "";
        var columns = component.Inputs.SelectMany(each => each.Columns).ToList();
        if (variable.Length == 0 || columns.Count == 0)
        {
            throw FlowOpenException.Missing("it names no variable, or no columns", component.Name);
        }

        HashSet<string> names = new(StringComparer.OrdinalIgnoreCase);
        var items = columns.ConvertAll(each => (Item: set.Find(each.Origin) ?? throw FlowOpenException.Missing(
            "a column that it takes does not come to it", each.Name), Name: FlowNames.Unique(each.Name, "_", names)));
        var sql = set.Statement(items.Select(each => (each.Item.Sql, each.Name)), FlowWork.DialectOf(set));
        var name = work.Names.Object(component.Name);
        work.RowsValues.Add(new(name, component.Path, variable, set.Place.Connection, sql,
            [.. items.Select(each => new ExternalColumn { Name = each.Name, Type = each.Item.Column.Type })],
            set.After));
        work.Mapped(component, $"the statement {name}, which sets {variable}");
    }

    private static void Write(
        FlowWork work, FlowComponent component, FlowFile file, IReadOnlyList<FlatFileColumn> declared,
        bool hasWords = false)
    {
        var set = work.Input(component);
        var order = declared.Select(each => each.Name).ToList();
        var mapped = component.Inputs.SelectMany(each => each.Columns)
            .Select(each => (Column: each, Target: each.ExternalColumn.Length > 0 ? each.ExternalColumn : each.Name))
            .OrderBy(each => order.IndexOf(each.Target) is var at && at < 0 ? order.Count : at).ToList();
        if (mapped.Count == 0)
        {
            throw FlowOpenException.Missing("nothing goes into a column of its file", component.Name);
        }

        if (hasWords && mapped.Exists(each => IsFlag(each.Column.Type)))
        {
            (set, mapped) = (Worded(work, component, set), mapped.ConvertAll(each => !IsFlag(each.Column.Type) ? each
                : (each.Column with { Type = Word }, each.Target)));
        }

        var empty = declared.Where(each => !mapped.Exists(one => one.Target == each.Name)).ToList();
        var load = new FlowLoad
        {
            Name = work.Names.Object(System.IO.Path.GetFileNameWithoutExtension(file.Path.Replace('\\', '/'))
                is { Length: > 0 } name ? name : component.Name),
            Component = component.Path,
            Target = file,
            Pattern = FlowPattern.TruncateInsert,
            RedirectsErrors = set.RedirectsErrors,
            After = set.After,
        };
        var filled = empty.Count > 0
            ? WithEmpty(load, FlowLandings.Growing(work, component, set), mapped, empty, order)
            : set is FileSet read && IsDirect(read, mapped) ? OfFile(load, read, mapped)
            : OfSql(load, set as SqlSet ?? FlowLandings.Growing(work, component, set), mapped);
        work.Add(filled, set);
        work.Mapped(component, $"the load {load.Name}");
    }

    private static bool IsFlag(FlowType type) => type.Name == "DT_BOOL";

    // A flat file has True and False in it, where ours have 1 and 0.
    private static SqlSet Worded(FlowWork work, FlowComponent component, FlowSet set)
    {
        var known = work.Closed(FlowLandings.Growing(work, component, set));
        var dialect = FlowWork.DialectOf(known);
        return known with
        {
            Bare = null,
            Items =
            [
                .. known.Items.Select(each => !IsFlag(each.Column.Type) ? each : new SqlItem(
                    each.Column with { Type = Word }, dialect.Worded(each.Sql))),
            ],
        };
    }

    // What a file has nothing for stays so, but for numbers, which are 0.
    private static bool IsDirect(FileSet set, List<(InputColumn Column, string Target)> mapped)
    {
        var items = mapped.ConvertAll(each => set.Find(each.Column.Origin));
        var read = items.FindAll(each => each is { Value: null }).ConvertAll(each => each!.Source);
        return read.Distinct().Count() == read.Count
            && (set.File.Format.HasHeader || read.Count == set.Declared.Count)
            && (set.RetainsNulls || !items.Exists(each => each is { IsZero: true }));
    }

    private static FlowLoad OfFile(FlowLoad load, FileSet set, List<(InputColumn Column, string Target)> mapped)
    {
        return load with
        {
            Source = set.File,
            Columns =
            [
                .. mapped.Select(each => LoadSources.OfFile(set.Find(each.Column.Origin)
                    ?? throw FlowOpenException.Missing("a column that it takes does not come to it", each.Column.Name),
                    each.Target, set.RetainsNulls)),
            ],
        };
    }

    // Of some columns nothing comes: they stand in the file all the same, and hold nothing.
    private static FlowLoad WithEmpty(FlowLoad load, SqlSet set, List<(InputColumn Column, string Target)> mapped,
        List<FlatFileColumn> empty, List<string> order)
    {
        var dialect = FlowWork.DialectOf(set);
        var chosen = mapped.ConvertAll(each => (Item: set.Find(each.Column.Origin)
            ?? throw FlowOpenException.Missing("a column that it takes does not come to it", each.Column.Name),
            each.Target, each.Column.Type));
        chosen.AddRange(empty.Select(each => (
            new SqlItem(new(new("", "", each.Name), each.Name, each.Type), dialect.Null(each.Type)),
            each.Name, each.Type)));
        var ordered = chosen.OrderBy(each => order.IndexOf(each.Target)).ToList();
        var (source, columns) = LoadSources.Of(
            set with { Bare = null }, [.. ordered.Select(each => (each.Item, each.Target))]);
        return load with
        {
            Source = source,
            After = set.After,
            Columns = [.. columns.Zip(ordered, (column, each) =>
                column with { DataType = FlowColumnTypes.TextOf(each.Type) })],
        };
    }

    private static FlowLoad OfSql(FlowLoad load, SqlSet set, List<(InputColumn Column, string Target)> mapped)
    {
        var (source, columns) = LoadSources.Of(set, [.. mapped.Select(each => (set.Find(each.Column.Origin)
            ?? throw FlowOpenException.Missing("a column that it takes does not come to it", each.Column.Name),
            each.Target))]);
        return load with
        {
            Source = source,
            After = set.After,
            Columns = [.. columns.Select(each => each with
            {
                DataType = FlowColumnTypes.TextOf(mapped.Find(one => one.Target == each.Target).Column.Type),
            })],
        };
    }
}
