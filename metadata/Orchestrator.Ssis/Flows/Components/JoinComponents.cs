using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Types;
using Orchestrator.Ssis.Flows.Work;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>Merge Join: NULL equals NULL unless it is told not to.</summary>
internal static class JoinComponents
{
    private const string Both = "0";
    private const string Inner = "2";

    public static void Translate(FlowWork work, FlowComponent component)
    {
        var paths = work.Graph.Into(component);
        if (paths.Count != 2 || FlowWork.MainOutputs(component).FirstOrDefault() is not { } output)
        {
            throw FlowOpenException.Missing("it has not got two inputs", component.Name);
        }

        var sets = FlowLandings.Together(work, component, [work.Of(paths[0]), work.Of(paths[1])]);
        var (left, right) = (work.Closed(sets[0]), work.Closed(sets[1]));
        var (leftInput, rightInput) = (Input(component, paths[0]), Input(component, paths[1]));
        var on = string.Join("\n  AND ", Keys(component, leftInput).Zip(Keys(component, rightInput), (l, r) =>
        {
            var (first, second) = (Item(left, l), Item(right, r));
            return FlowJoins.Equal($"l.{first.Sql}", l.Type, $"r.{second.Sql}", r.Type,
                IsYes(component.Property("TreatNullsAsEqual") ?? "true"), left.Place.Dialect!.Value);
        }));
        HashSet<string> names = new(StringComparer.OrdinalIgnoreCase);
        var items = output.Columns
            .Where(each => work.Columns.IsTaken(FlowColumns.OriginOf(component, output, each))).Select(each =>
            {
                var isRight = IsOf(rightInput, leftInput, each);
                var source = (isRight ? right : left).Find(each.Source) ?? throw FlowOpenException.Missing(
                    "the column that it is made of does not come to it", each.Name);
                return (IsRight: isRight, Item: new SqlItem(
                    new(FlowColumns.OriginOf(component, output, each), FlowNames.Unique(each.Name, " ", names),
                        each.Type), $"{(isRight ? "r" : "l")}.{source.Sql}"));
            }).ToList();
        work.Give(component, output, Joined(work, component, left, right, on, items));
        work.Folded(component, "a join of the query");
    }

    private static SqlSet Joined(FlowWork work, FlowComponent component, SqlSet left, SqlSet right, string on,
        List<(bool IsRight, SqlItem Item)> items)
    {
        var type = component.Property("JoinType") ?? Inner;
        var dialect = FlowWork.DialectOf(left);
        var joined = left.Grown(component.Name, items.ConvertAll(each => each.Item)) with
        {
            Steps = [.. left.Steps, .. right.Steps.Except(left.Steps)],
            From = $"{left.From} AS l\n{Word(type, dialect.JoinsBothSides)} JOIN {right.From} AS r\n  ON {on}",
            IsStable = left.IsStable && right.IsStable,
            After = [.. left.After.Union(right.After)],
            RedirectsErrors = left.RedirectsErrors || right.RedirectsErrors,
            Rows = new(),
            Order = [],
            Descends = false,
        };
        if (type != Both || dialect.JoinsBothSides)
        {
            return joined;
        }

        // Where no join keeps the rows of both sides, those of the right side without a match stand behind.
        var columns = items.Select(each => (each.Item.Sql, each.Item.Column.Name));
        var others = items.Select(each => (
            each.IsRight ? each.Item.Sql : dialect.Null(each.Item.Column.Type), each.Item.Column.Name));
        var rest = joined with
        {
            From = $"{right.From} AS r",
            Tail = SqlLayout.Where([$"NOT EXISTS (SELECT 1 FROM {left.From} AS l WHERE {on})"]),
        };
        var name = dialect.Quote(work.Names.Part(component.Name));
        return joined with
        {
            Steps =
            [
                .. joined.Steps,
                new(name, $"{joined.Select(columns, dialect)}\nUNION ALL\n{rest.Select(others, dialect)}"),
            ],
            From = name,
            Items = [.. items.Select(each => each.Item with { Sql = dialect.Quote(each.Item.Column.Name) })],
        };
    }

    private static string Word(string type, bool joinsBoth) =>
        type == Inner ? "INNER" : type == Both && joinsBoth ? "FULL" : "LEFT";

    private static bool IsYes(string written) => written is "true" or "True" or "-1" or "1";

    private static FlowInput Input(FlowComponent component, FlowPath path) =>
        component.Inputs.First(each => each.Name == path.Input);

    private static SqlItem Item(SqlSet set, InputColumn column) => set.Find(column.Origin)
        ?? throw FlowOpenException.Missing("a column that it compares does not come to it", column.Name);

    private static List<InputColumn> Keys(FlowComponent component, FlowInput input)
    {
        var count = int.TryParse(component.Property("NumKeyColumns"), out var said) ? said : 1;
        var keys = input.Columns.Where(each => each.SortKey != 0).OrderBy(each => Math.Abs(each.SortKey))
            .Take(count).ToList();
        if (keys.Exists(each => each.ComparisonFlags is not null && FlowColumnTypes.IsText(each.Type)))
        {
            throw FlowOpenException.NoOption(
                "it joins rows whose texts are equal but for case, width or signs", input.Name);
        }

        return keys.Count == count && count > 0 ? keys
            : throw FlowOpenException.Missing("it has not got the columns by which its rows are joined", input.Name);
    }

    // One column may come to both sides; then the number of the input's column says which one is meant.
    private static bool IsOf(FlowInput right, FlowInput left, OutputColumn column)
    {
        var named = RowComponents.Property(column.Properties, "InputColumnID");
        return right.Columns.Any(each => each.Id == named)
            || (!left.Columns.Any(each => each.Id == named)
                && !left.Columns.Any(each => each.Origin == column.Source));
    }
}
