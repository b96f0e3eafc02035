using Orchestrator.Core;

namespace Orchestrator.Service.Reading;

/// <summary>A node of a plan, of a run or without one; texts have passed the gate.</summary>
internal sealed record PlanTreeNode
{
    public required int Index { get; init; }

    public required NodeKind Kind { get; init; }

    public required string Name { get; init; }

    public required int Parent { get; init; }

    /// <summary>What it waits for, beside its parent.</summary>
    public IReadOnlyList<int> Before { get; init; } = [];

    /// <summary>Its state; null = it belongs to no run.</summary>
    public NodeState? State { get; init; }

    /// <summary>Whether it only stands for what is in the turns of a loop: it is counted nowhere.</summary>
    public bool IsTemplate { get; init; }

    public bool IsPackage => Kind == NodeKind.Package;
}

/// <summary>The nodes of a plan with what stands below each.</summary>
internal sealed class PlanTree
{
    private readonly IReadOnlyList<PlanTreeNode> _nodes;
    private readonly ILookup<int, PlanTreeNode> _children;
    private readonly PlanCounts[] _counts;

    public PlanTree(IReadOnlyList<PlanTreeNode> nodes)
    {
        _nodes = nodes;
        var withTurns = nodes.Where(node => !node.IsTemplate).Select(node => node.Parent).ToHashSet();
        _children = nodes.Where(node => node.Parent >= 0 && !(node.IsTemplate && withTurns.Contains(node.Parent)))
            .ToLookup(node => node.Parent);
        _counts = [.. nodes.Select(_ => new PlanCounts())];
        foreach (var package in nodes.Where(node => node is { IsPackage: true, IsTemplate: false }))
        {
            for (var at = package; at.Parent >= 0; at = nodes[at.Parent])
            {
                _counts[at.Parent].Add(package.State);
            }
        }
    }

    public PlanTreeNode this[int index] => _nodes[index];

    public IEnumerable<PlanTreeNode> ChildrenOf(PlanTreeNode node) => _children[node.Index];

    /// <summary>The packages and hooks below a group.</summary>
    public PlanCounts CountsOf(PlanTreeNode group) => _counts[group.Index];

    /// <summary>The group of that name; null = there is none. Empty = the batch.</summary>
    public PlanTreeNode? Group(string name) => name.Length == 0 ? _nodes[0]
        : _nodes.FirstOrDefault(node => !node.IsPackage && node.Name == name);

    /// <summary>From the batch down to a node.</summary>
    public IReadOnlyList<PlanTreeNode> WayTo(PlanTreeNode node)
    {
        var way = new List<PlanTreeNode> { node };
        while (way[^1].Parent >= 0)
        {
            way.Add(_nodes[way[^1].Parent]);
        }

        way.Reverse();
        return way;
    }
}
