using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Work;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>Row Sampling and Percentage Sampling: some rows, which ones is left to chance, and the others.</summary>
internal static class SampleComponents
{
    private const int HundredPercent = 100;

    public static void Translate(FlowWork work, FlowComponent component)
    {
        var taken = FlowWork.MainOutputs(component).Where(each => work.Graph.IsTaken(component, each)).ToList();
        var isShare = component.Kind == ComponentKind.PercentageSampling;
        if (taken.Count == 0 || !int.TryParse(component.Property("SamplingValue"), out var number) || number < 0
            || (isShare && number > HundredPercent))
        {
            throw FlowOpenException.Missing("it does not say how many rows, or nobody takes them", component.Name);
        }

        if (component.Property("SamplingSeed") is { Length: > 0 } and not "0")
        {
            throw FlowOpenException.NoEqual(
                "it takes the same rows each time, by numbers of its own making: here each time takes others",
                component.Name);
        }

        var set = work.Closed(FlowLandings.Growing(work, component, work.Input(component)));
        if (taken is [var only] && (isShare || IsSelected(only)))
        {
            work.Give(component, only, One(set, component, IsSelected(only), number) with { Rows = new() });
        }
        else
        {
            Parted(work, component, set, taken, number);
        }

        work.Folded(component, "rows of the query that are taken by chance");
    }

    private static SqlSet One(SqlSet set, FlowComponent component, bool isSelected, int number)
    {
        var dialect = FlowWork.DialectOf(set);
        if (component.Kind == ComponentKind.PercentageSampling)
        {
            return set.Grown(component.Name, set.Items,
                SqlLayout.Where([dialect.Share(isSelected ? number : HundredPercent - number)]));
        }

        var (head, tail) = dialect.Some(number);
        return set.Grown(component.Name, set.Items, tail, head);
    }

    // Chance is asked once for each row: two queries would each ask it anew.
    private static void Parted(
        FlowWork work, FlowComponent component, SqlSet set, List<FlowOutput> taken, int number)
    {
        var dialect = FlowWork.DialectOf(set);
        HashSet<string> names = new(set.Columns.Select(each => each.Name), StringComparer.OrdinalIgnoreCase);
        var chosen = component.Kind == ComponentKind.PercentageSampling ? dialect.Share(number)
            : $"{dialect.PlaceAtRandom} <= {number}";
        var column = new SetColumn(new(component.Path, "", "chosen"),
            FlowNames.Unique($"Chosen by {component.Name}", " ", names), new("DT_I4", 0, 0, 0, 0));
        var marked = set.Grown(
            component.Name, [.. set.Items, new(column, $"CASE WHEN {chosen} THEN 1 ELSE 0 END")]);
        var whole = work.Closed(taken.Count == 1 ? marked : FlowLandings.Landed(
            work, marked, work.TargetOf(component) ?? throw FlowOpenException.Nowhere(component.Name)));
        var mark = whole.Find(column.Origin)!;
        var there = FlowWork.DialectOf(whole);
        foreach (var output in taken)
        {
            work.Give(component, output, whole.Grown(output.Name, [.. whole.Items.Where(each => each != mark)],
                SqlLayout.Where([$"{mark.Sql} = {there.Number(IsSelected(output) ? 1 : 0)}"])) with
            {
                Rows = new(),
            });
        }
    }

    private static bool IsSelected(FlowOutput output) =>
        RowComponents.Property(output.Properties, "Selected") is not ("false" or "False");
}
