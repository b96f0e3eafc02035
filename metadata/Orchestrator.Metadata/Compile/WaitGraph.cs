using Orchestrator.Core;

namespace Orchestrator.Metadata.Compile;

/// <summary>
/// Who waits for whom, in full. A package stands for its end; a group stands twice, for its start (at its index) and
/// for its end (behind all indices), so that the edges grow with the packages and not with the product of two levels.
/// </summary>
internal sealed class WaitGraph
{
    private readonly PlanDraft draft;
    private readonly List<int>[] edges;

    public WaitGraph(PlanDraft draft)
    {
        this.draft = draft;
        edges = new List<int>[draft.Nodes.Count * 2];
        for (var i = 0; i < edges.Length; i++)
        {
            edges[i] = [];
        }

        foreach (var node in draft.Nodes)
        {
            Add(node);
        }

        foreach (var (earlier, later) in Precedence.LinearOrder(draft))
        {
            edges[later.Index].Add(earlier.Index);
        }
    }

    public IReadOnlyList<IReadOnlyList<int>> Edges => edges;

    public bool IsPackage(int place) => place < draft.Nodes.Count && draft.Nodes[place].Kind == NodeKind.Package;

    /// <summary>What a place is called in a printed circle; null for what would say nothing more.</summary>
    public string? Name(int place)
    {
        var node = draft.Nodes[place % draft.Nodes.Count];
        return node.Kind switch
        {
            NodeKind.Package => node.Name,
            NodeKind.Container => null,
            _ => place < draft.Nodes.Count ? null : $"{node.Kind.ToString().ToLowerInvariant()} {node.Name}",
        };
    }

    /// <summary>Where a node's end stands.</summary>
    private int End(int index) => IsPackage(index) ? index : index + draft.Nodes.Count;

    private void Add(DraftNode node)
    {
        foreach (var (other, _) in node.Constraints)
        {
            edges[node.Index].Add(End(other));
        }

        if (node.Parent is { } parent)
        {
            edges[node.Index].Add(parent.Index);
            edges[End(parent.Index)].Add(End(node.Index));
        }

        if (node.Kind != NodeKind.Package)
        {
            edges[End(node.Index)].Add(node.Index);
        }
    }
}
