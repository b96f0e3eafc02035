using Orchestrator.Ssis.Flows.Dialects;
using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Types;
using Orchestrator.Ssis.Flows.Work;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Reading;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>Pivot and Unpivot, whose columns stand in the package.</summary>
internal static class PivotComponents
{
    private const string OfSet = "1";
    private const string OfKey = "2";
    private const string OfValue = "3";
    private const string Odd = "a pivot has two rows for one column, or a key without one";
    private const string NoValue = "a row to be parted into several has no value at all";

    /// <summary>Pivot: one row for each set, with a column for each key that is known.</summary>
    public static void Turn(FlowWork work, FlowComponent component)
    {
        var output = FlowWork.MainOutputs(component).FirstOrDefault()
            ?? throw FlowOpenException.Missing("it has no output", component.Name);
        var columns = component.Inputs.SelectMany(each => each.Columns).ToList();
        var keys = columns.FindAll(each => Usage(each) == OfKey);
        if (keys is not [var key] || !columns.Exists(each => Usage(each) == OfSet)
            || output.Columns.Any(each => Usage(columns, each) is not (OfSet or OfValue)))
        {
            throw FlowOpenException.NoOption(
                "which rows are one, or which of them a column is taken from, is not said by one key", component.Name);
        }

        var set = work.Closed(FlowLandings.Growing(work, component, work.Input(component)));
        var dialect = FlowWork.DialectOf(set);
        HashSet<string> names = new(StringComparer.OrdinalIgnoreCase);
        List<string> groups = [];
        List<string> matches = [];
        var items = output.Columns.Select(each => new SqlItem(new(FlowColumns.OriginOf(component, output, each),
            FlowNames.Unique(each.Name, " ", names), each.Type), Value(each, key, set, groups, matches))).ToList();
        if (matches.Count == 0)
        {
            throw FlowOpenException.Missing("none of its columns is of a key", component.Name);
        }

        var isLoose = component.Property("PassThroughUnmatchedPivotKeys") is "true" or "True" or "-1";
        var odd = matches.Distinct().Select(each => $"COUNT(CASE WHEN {each} THEN 1 END) > 1").ToList();
        if (!isLoose)
        {
            odd.Add("COUNT(CASE WHEN " + string.Join(" OR ", matches.Distinct()) + " THEN 1 END) <> COUNT(*)");
        }

        var stop = dialect.Fail(component.Name, Odd);
        work.Give(component, output, set.Grown(component.Name, items, string.Join('\n',
            "GROUP BY " + string.Join(", ", groups.Distinct()),
            $"HAVING CASE WHEN {string.Join(" OR ", odd)} THEN {stop} ELSE 1 END = 1")) with
        {
            Rows = new(),
            Order = [],
            Descends = false,
        });
        work.Folded(component, "groups of the query");
    }

    /// <summary>Unpivot: a row for each of several columns that has a value.</summary>
    public static void Part(FlowWork work, FlowComponent component)
    {
        var output = FlowWork.MainOutputs(component).FirstOrDefault()
            ?? throw FlowOpenException.Missing("it has no output", component.Name);
        var columns = component.Inputs.SelectMany(each => each.Columns).ToList();
        var keys = columns.Select(each => KeyOf(each)).Where(each => each.Length > 0).Distinct().ToList();
        if (keys.Count == 0)
        {
            throw FlowOpenException.Missing("none of its columns becomes a row", component.Name);
        }

        var set = work.Closed(FlowLandings.Growing(work, component, work.Input(component)));
        var dialect = FlowWork.DialectOf(set);
        HashSet<string> names = new(StringComparer.OrdinalIgnoreCase);
        var made = output.Columns.Select(each => (Column: each, Set: new SetColumn(
            FlowColumns.OriginOf(component, output, each), FlowNames.Unique(each.Name, " ", names), each.Type)))
            .ToList();
        var nothing = string.Join(" AND ", columns.Where(each => KeyOf(each).Length > 0)
            .Select(each => $"{Item(set, each).Sql} IS NULL"));
        List<string> parts = [];
        foreach (var key in keys)
        {
            var some = string.Join(" OR ", columns.Where(each => KeyOf(each) == key)
                .Select(each => $"{Item(set, each).Sql} IS NOT NULL"));
            // One case, as of two conditions a database may ask the second one alone.
            var condition = parts.Count > 0 ? $"({some})"
                : $"CASE WHEN {nothing} THEN {dialect.Fail(component.Name, NoValue)} "
                    + $"WHEN {some} THEN 1 ELSE 0 END = 1";
            var part = set with { Tail = SqlLayout.Where([condition]) };
            parts.Add(part.Select(made.Select(each =>
                (Sql(columns, each.Column, key, set, dialect), each.Set.Name)), dialect));
        }

        var name = dialect.Quote(work.Names.Part(component.Name));
        SqlStep whole = new(name, string.Join("\nUNION ALL\n", parts));
        work.Give(component, output, set.Grown(
            component.Name, [.. made.Select(each => new SqlItem(each.Set, dialect.Quote(each.Set.Name)))]) with
        {
            Steps = [.. set.Steps, whole],
            From = name,
            Rows = new(),
            Order = [],
            Descends = false,
        });
        work.Folded(component, "a union of the query");
    }

    private static string Usage(InputColumn column) => RowComponents.Property(column.Properties, "PivotUsage");

    private static string Usage(List<InputColumn> columns, OutputColumn made) =>
        columns.Find(each => each.Origin == made.Source) is { } source ? Usage(source) : "";

    private static string Value(
        OutputColumn column, InputColumn key, SqlSet set, List<string> groups, List<string> matches)
    {
        var item = RowComponents.Source(set, column);
        var dialect = FlowWork.DialectOf(set);
        var written = KeyOf(column.Properties);
        if (written.Length == 0)
        {
            groups.AddRange(dialect.Exactly(item.Sql, item.Column.Type));
            return FlowColumnTypes.IsText(item.Column.Type) ? $"MIN({item.Sql})" : item.Sql;
        }

        if (column.Type.Name is "DT_BOOL" or "DT_GUID" or "DT_IMAGE")
        {
            throw FlowOpenException.NoOption("of values of that type none is the greatest", column.Name);
        }

        var escaped = written.Replace("\\", @"\\", StringComparison.Ordinal)
            .Replace("\"", "\\\"", StringComparison.Ordinal);
        var text = FlowColumnTypes.IsText(key.Type) ? $"\"{escaped}\"" : written;
        matches.Add(FlowExpressions.Condition(
            $"[key] == {text}", [new("key", key.Type, Item(set, key).Sql)], dialect.Dialect));
        return $"MAX(CASE WHEN {matches[^1]} THEN {item.Sql} END)";
    }

    private static string Sql(
        List<InputColumn> columns, OutputColumn made, string key, SqlSet set, FlowDialect dialect)
    {
        if (RowComponents.Property(made.Properties, "PivotKey") is "true" or "True" or "-1")
        {
            return FlowColumnTypes.IsText(made.Type)
                ? dialect.Literal(key) : dialect.Cast(dialect.Literal(key), made.Type);
        }

        var own = columns.FindAll(each =>
            LineageMap.Bare(RowComponents.Property(each.Properties, "DestinationColumn"))
            == LineageMap.Bare(made.LineageId));
        var source = own.Find(each => KeyOf(each) == key) ?? own.Find(each => KeyOf(each).Length == 0);
        return source is null ? dialect.Null(made.Type) : Item(set, source).Sql;
    }

    private static SqlItem Item(SqlSet set, InputColumn column) => set.Find(column.Origin)
        ?? throw FlowOpenException.Missing("a column that it takes does not come to it", column.Name);

    private static string KeyOf(InputColumn column) => KeyOf(column.Properties);

    private static string KeyOf(IReadOnlyList<SsisProperty> properties) =>
        RowComponents.Property(properties, "PivotKeyValue");
}
