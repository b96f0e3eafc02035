using Orchestrator.Service.Pages;
using Orchestrator.Service.Reading;

namespace Orchestrator.Service.Api;

/// <summary>Plans, as machines read them.</summary>
internal static class PlanEntries
{
    public static PlanDocument Of(PlanReading reading)
    {
        var (view, counts) = (reading.View, reading.View.Tree.CountsOf(reading.View.Root));
        return new(
            ApiDocument.SchemaVersion, reading.Batch, reading.Run?.Run.Number, view.Root.Name,
            PlanWords.Kind(view.Root), counts.Total, States(counts), view.Total, view.Page, view.Pages,
            [.. view.Boxes.Select(node => Of(view.Tree, node))]);
    }

    private static PlanNodeEntry Of(PlanTree tree, PlanTreeNode node)
    {
        var counts = tree.CountsOf(node);
        return new(
            node.Name, PlanWords.Kind(node), node.Parent < 0 ? "" : tree[node.Parent].Name, node.State?.ToString(),
            counts.Total, States(counts), [.. node.Before.Select(before => tree[before].Name)]);
    }

    private static Dictionary<string, int> States(PlanCounts counts) =>
        counts.Shown.ToDictionary(each => $"{each.State}", each => each.Count);
}
