using Orchestrator.Ssis.Expressions;
using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Work;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>Conditional Split: rows go to one output or another by conditions.</summary>
internal static class SplitComponents
{
    private const string NoValue = "the condition of a split has no value";

    // The number of no output.
    private const string Nowhere = "-1";

    /// <summary>A condition, and what a row comes to for which it has no value: nothing = the next condition is asked.
    /// </summary>
    private sealed record SplitWay(SsisBoundExpression Condition, string Otherwise);

    /// <summary>A row goes to the first output whose condition holds. A condition without a value is an error, or one
    /// that does not hold, or the row goes out by the error output.</summary>
    public static void Split(FlowWork work, FlowComponent component)
    {
        var outputs = FlowWork.MainOutputs(component).ToList();
        var conditions = outputs.Where(each => Condition(each).Length > 0)
            .OrderBy(each => Order(each)).ToList();
        if (conditions.Exists(each => each.OnError == RowDisposition.RedirectRow)
            && component.Outputs.Any(each => each.IsError && work.Graph.IsTaken(component, each)))
        {
            throw FlowOpenException.NoOption("a row for which a condition has no value goes to others that failed: "
                + "say in its conditions where that row goes", component.Name);
        }

        var set = work.Closed(FlowLandings.Growing(work, component, work.Input(component)));
        var ways = conditions.ConvertAll(each => Way(work, component, each, set));
        var taken = outputs.Where(each => work.Graph.IsTaken(component, each)).ToList();
        if (taken is [var only] && conditions.IndexOf(only) == 0)
        {
            work.Give(component, only, set.Grown(only.Name, set.Items, Only(work, ways[0], set)) with
            {
                Rows = new(),
            });
        }
        else
        {
            Parted(work, component, set, conditions, ways, taken);
        }

        work.Folded(component, "conditions of the loads behind it");
    }

    private static SplitWay Way(FlowWork work, FlowComponent component, FlowOutput output, SqlSet set)
    {
        var condition = work.Expressions.Bind(
            RowComponents.Property(output.Properties, "Expression"),
            RowComponents.Property(output.Properties, "FriendlyExpression"), set.Columns);
        if (output.OnError is not (RowDisposition.RedirectRow or RowDisposition.IgnoreFailure))
        {
            return new(condition, FlowNulls.HasValue(condition.Root) ? ""
                : FlowWork.DialectOf(set).Fail($"{component.Name}, {output.Name}", NoValue));
        }

        if (!FlowFaults.HasNone(condition.Root))
        {
            throw FlowOpenException.NoOption("a row at which a condition fails, as at a cast, does not end it: say "
                + "in its conditions where that row goes", output.Name);
        }

        var isGone = output.OnError == RowDisposition.RedirectRow && !FlowNulls.HasValue(condition.Root);
        return new(condition, isGone ? Nowhere : "");
    }

    private static string Only(FlowWork work, SplitWay way, SqlSet set)
    {
        var holds = work.Expressions.Condition(way.Condition, set);
        if (way.Otherwise is "" or Nowhere)
        {
            return SqlLayout.Where([holds]);
        }

        // One case, as of two conditions a database may ask the second one alone.
        var none = $"({work.Expressions.Value(way.Condition, set, cuts: false)}) IS NULL";
        return SqlLayout.Where([$"CASE WHEN {none} THEN {way.Otherwise} WHEN {holds} THEN 1 ELSE 0 END = 1"]);
    }

    private static void Parted(
        FlowWork work, FlowComponent component, SqlSet set, List<FlowOutput> conditions,
        List<SplitWay> ways, List<FlowOutput> taken)
    {
        HashSet<string> names = new(set.Columns.Select(each => each.Name), StringComparer.OrdinalIgnoreCase);
        var number = new SetColumn(new(component.Path, "", "output"),
            FlowNames.Unique($"Output of {component.Name}", " ", names), new("DT_I4", 0, 0, 0, 0));
        var parted = set.Grown(component.Name, [.. set.Items, new(number, Number(work, ways, set))]);
        var whole = (SqlSet)FlowLandings.Forked(work, component, parted);
        var closed = work.Closed(whole);
        var dialect = FlowWork.DialectOf(closed);
        var column = closed.Find(number.Origin)!;
        foreach (var output in taken)
        {
            var place = conditions.IndexOf(output) + 1;
            List<SqlItem> items = [.. closed.Items.Where(each => each != column)];
            work.Give(component, output, closed.Grown(
                output.Name, items, SqlLayout.Where([$"{column.Sql} = {dialect.Number(place)}"])) with
            {
                Rows = new(),
            });
        }
    }

    // 1 is the first condition's output, 0 the one for rows of none.
    private static string Number(FlowWork work, List<SplitWay> ways, SqlSet set)
    {
        if (ways.Count == 0)
        {
            return "0";
        }

        var cases = ways.Index().SelectMany(each => Cases(work, each, set));
        return "CASE" + string.Concat(cases) + " ELSE 0 END";
    }

    private static IEnumerable<string> Cases(FlowWork work, (int Index, SplitWay Item) way, SqlSet set)
    {
        yield return $" WHEN {work.Expressions.Condition(way.Item.Condition, set)} THEN {way.Index + 1}";
        if (way.Item.Otherwise.Length > 0)
        {
            yield return $" WHEN ({work.Expressions.Value(way.Item.Condition, set, cuts: false)}) IS NULL THEN "
                + way.Item.Otherwise;
        }
    }

    private static string Condition(FlowOutput output) =>
        RowComponents.Property(output.Properties, "Expression")
        + RowComponents.Property(output.Properties, "FriendlyExpression");

    private static int Order(FlowOutput output) =>
        int.TryParse(RowComponents.Property(output.Properties, "EvaluationOrder"), out var order)
            ? order : int.MaxValue;
}
