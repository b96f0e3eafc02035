using Orchestrator.Ssis.Expressions;
using Orchestrator.Ssis.Flows.Dialects;
using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Work;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>Conditional Split: rows go to one output or another by conditions.</summary>
internal static class SplitComponents
{
    private const string NoValue = "the condition of a split has no value";

    /// <summary>A row goes to the first output whose condition holds; a condition without a value
    /// is an error.</summary>
    public static void Split(FlowWork work, FlowComponent component)
    {
        var outputs = FlowWork.MainOutputs(component).ToList();
        var conditions = outputs.Where(each => Condition(each).Length > 0)
            .OrderBy(each => Order(each)).ToList();
        if (conditions.Exists(each => each.OnError is RowDisposition.RedirectRow or RowDisposition.IgnoreFailure))
        {
            throw FlowOpenException.NoOption(
                "a row for which a condition has no value does not end it: say in its conditions where that row goes",
                component.Name);
        }

        var set = work.Closed(FlowLandings.Growing(work, component, work.Input(component)));
        var bound = conditions.ConvertAll(each => work.Expressions.Bind(
            RowComponents.Property(each.Properties, "Expression"),
            RowComponents.Property(each.Properties, "FriendlyExpression"), set.Columns));
        var taken = outputs.Where(each => work.Graph.IsTaken(component, each)).ToList();
        if (taken is [var only] && conditions.IndexOf(only) == 0)
        {
            work.Give(component, only, set.Grown(only.Name, set.Items, Only(work, bound[0], set)) with
            {
                Rows = new(),
            });
        }
        else
        {
            Parted(work, component, set, conditions, bound, taken);
        }

        work.Folded(component, "conditions of the loads behind it");
    }

    private static string Only(FlowWork work, SsisBoundExpression condition, SqlSet set)
    {
        var holds = work.Expressions.Condition(condition, set);
        if (FlowNulls.HasValue(condition.Root))
        {
            return SqlLayout.Where([holds]);
        }

        // One case, as of two conditions a database may ask the second one alone.
        var none = $"({work.Expressions.Value(condition, set, cuts: false)}) IS NULL";
        var fails = FlowWork.DialectOf(set).Fail(NoValue);
        return SqlLayout.Where([$"CASE WHEN {none} THEN {fails} WHEN {holds} THEN 1 ELSE 0 END = 1"]);
    }

    private static void Parted(
        FlowWork work, FlowComponent component, SqlSet set, List<FlowOutput> conditions,
        List<SsisBoundExpression> bound, List<FlowOutput> taken)
    {
        HashSet<string> names = new(set.Columns.Select(each => each.Name), StringComparer.OrdinalIgnoreCase);
        var number = new SetColumn(new(component.Path, "", "output"),
            FlowNames.Unique($"Output of {component.Name}", " ", names), new("DT_I4", 0, 0, 0, 0));
        var parted = set.Grown(component.Name, [.. set.Items, new(number, Number(work, bound, set))]);
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
    private static string Number(FlowWork work, List<SsisBoundExpression> bound, SqlSet set)
    {
        if (bound.Count == 0)
        {
            return "0";
        }

        var dialect = FlowWork.DialectOf(set);
        var cases = bound.Index().SelectMany(each => Cases(work, each, set, dialect));
        return "CASE" + string.Concat(cases) + " ELSE 0 END";
    }

    private static IEnumerable<string> Cases(
        FlowWork work, (int Index, SsisBoundExpression Item) condition, SqlSet set, FlowDialect dialect)
    {
        yield return $" WHEN {work.Expressions.Condition(condition.Item, set)} THEN {condition.Index + 1}";
        if (!FlowNulls.HasValue(condition.Item.Root))
        {
            yield return $" WHEN ({work.Expressions.Value(condition.Item, set, cuts: false)}) IS NULL THEN "
                + dialect.Fail(NoValue);
        }
    }

    private static string Condition(FlowOutput output) =>
        RowComponents.Property(output.Properties, "Expression")
        + RowComponents.Property(output.Properties, "FriendlyExpression");

    private static int Order(FlowOutput output) =>
        int.TryParse(RowComponents.Property(output.Properties, "EvaluationOrder"), out var order)
            ? order : int.MaxValue;
}
