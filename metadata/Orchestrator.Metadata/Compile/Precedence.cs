using Orchestrator.Core;

namespace Orchestrator.Metadata.Compile;

/// <summary>Whether one package has always ended before another one starts.</summary>
internal sealed class Precedence
{
    private readonly PlanDraft _draft;
    private readonly Dictionary<DraftNode, DraftNode> _linearBefore;
    private readonly ILookup<DraftNode, DraftNode> _members;

    public Precedence(PlanDraft draft)
    {
        _draft = draft;
        _linearBefore = LinearOrder(draft).ToDictionary(pair => pair.Later, pair => pair.Earlier);
        _members = draft.Nodes.Where(node => node.Kind == NodeKind.Package)
            .SelectMany(node => GroupsAround(node).Select(group => (Group: group, Node: node)))
            .ToLookup(each => each.Group, each => each.Node);
    }

    /// <summary>Neighbours in Linear containers: packages, and turns of loops.</summary>
    public static IEnumerable<(DraftNode Earlier, DraftNode Later)> LinearOrder(PlanDraft draft)
    {
        DraftNode? last = null;
        foreach (var node in draft.Nodes.Where(node => node.Kind == NodeKind.Package))
        {
            if (last?.Parent == node.Parent && node.Container!.Mode == ContainerMode.Linear)
            {
                yield return (last!, node);
            }

            last = node;
        }

        var turns = new Dictionary<DraftNode, DraftNode>();
        foreach (var turn in draft.Nodes.Where(IsInLine))
        {
            if (turns.TryGetValue(turn.Parent!, out var earlier))
            {
                yield return (earlier, turn);
            }

            turns[turn.Parent!] = turn;
        }
    }

    private static bool IsInLine(DraftNode node) =>
        node.Turn is not null && node.Container!.Loop!.Turns == ContainerMode.Linear;

    /// <summary>Follows what the second one waits for, back to the first one or to a barrier behind it.</summary>
    public bool Holds(DraftNode first, DraftNode second)
    {
        // Who waits for ten thousand turns names each of them.
        if (second.Constraints.ContainsKey(first.Index))
        {
            return true;
        }

        var seen = new HashSet<DraftNode> { second };
        var open = new Stack<DraftNode>(seen);
        while (open.TryPop(out var node))
        {
            if (_draft.BarrierBetween(first, node))
            {
                return true;
            }

            foreach (var earlier in WaitsFor(node))
            {
                // With a group all that is in it has ended.
                if (earlier == first || first.IsWithin(earlier))
                {
                    return true;
                }

                if (seen.Add(earlier))
                {
                    open.Push(earlier);
                }
            }
        }

        return false;
    }

    private static IEnumerable<DraftNode> GroupsAround(DraftNode node)
    {
        for (var around = node.Parent; around is { Kind: NodeKind.Container }; around = around.Parent)
        {
            if (around.Turn is not null || around.Loop is not null)
            {
                yield return around;
            }
        }
    }

    private IEnumerable<DraftNode> WaitsFor(DraftNode node)
    {
        var named = node.Constraints.Keys.Select(index => _draft.Nodes[index])
            .SelectMany(other => _members[other].Prepend(other));
        named = _linearBefore.TryGetValue(node, out var earlier) ? named.Append(earlier) : named;
        for (var turn = node.Parent; turn is { Kind: NodeKind.Container }; turn = turn.Parent)
        {
            if (_linearBefore.TryGetValue(turn, out var before))
            {
                named = named.Concat(_members[before]);
            }

            // A loop waits for whoever says its turns.
            named = turn.Loop is null ? named
                : named.Concat(turn.Constraints.Keys.Select(index => _draft.Nodes[index]));
        }

        return named;
    }
}
