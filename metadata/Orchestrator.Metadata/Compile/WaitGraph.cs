using Orchestrator.Core;

namespace Orchestrator.Metadata.Compile;

/// <summary>
/// Who waits for whom, in full. A package stands for its end; a group stands twice, for its start (at its index) and
/// for its end (behind all indices), so that the edges grow with the packages and not with the product of two levels.
/// </summary>
internal sealed class WaitGraph
{
    private readonly PlanDraft _draft;
    private readonly List<int>[] _edges;

    public WaitGraph(PlanDraft draft)
    {
        _draft = draft;
        _edges = new List<int>[draft.Nodes.Count * 2];
        for (var i = 0; i < _edges.Length; i++)
        {
            _edges[i] = [];
        }

        foreach (var node in draft.Nodes)
        {
            Add(node);
        }

        foreach (var (earlier, later) in Precedence.LinearOrder(draft))
        {
            _edges[later.Index].Add(End(earlier.Index));
        }
    }

    public IReadOnlyList<IReadOnlyList<int>> Edges => _edges;

    public bool IsPackage(int place) => place < _draft.Nodes.Count && _draft.Nodes[place].Kind == NodeKind.Package;

    /// <summary>What a place is called in a printed circle; null for what would say nothing more.</summary>
    public string? Name(int place)
    {
        var node = _draft.Nodes[place % _draft.Nodes.Count];
        return node.Kind switch
        {
            NodeKind.Package => node.Name,
            NodeKind.Container => null,
            _ => place < _draft.Nodes.Count ? null : $"{node.Kind.ToString().ToLowerInvariant()} {node.Name}",
        };
    }

    /// <summary>Where a node's end stands.</summary>
    private int End(int index) => IsPackage(index) ? index : index + _draft.Nodes.Count;

    private void Add(DraftNode node)
    {
        foreach (var (other, _) in node.Constraints)
        {
            _edges[node.Index].Add(End(other));
        }

        // Where only what waits for it is left of a group of which one is enough, it would wait for ever.
        foreach (var one in node.Any.SelectMany(group => group))
        {
            _edges[node.Index].Add(End(one.On.Index));
        }

        if (node.Parent is { } parent)
        {
            _edges[node.Index].Add(parent.Index);
            _edges[End(parent.Index)].Add(End(node.Index));
        }

        if (node.Kind != NodeKind.Package)
        {
            _edges[End(node.Index)].Add(node.Index);
        }
    }
}
