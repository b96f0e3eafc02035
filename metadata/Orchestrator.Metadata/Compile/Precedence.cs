using Orchestrator.Core;

namespace Orchestrator.Metadata.Compile;

/// <summary>Whether one package has always ended before another one starts.</summary>
internal sealed class Precedence
{
    private readonly PlanDraft _draft;
    private readonly Dictionary<DraftNode, DraftNode> _linearBefore;

    public Precedence(PlanDraft draft)
    {
        _draft = draft;
        _linearBefore = LinearOrder(draft).ToDictionary(pair => pair.Later, pair => pair.Earlier);
    }

    /// <summary>Neighbours in Linear containers.</summary>
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
    }

    /// <summary>Follows what the second one waits for, back to the first one or to a barrier behind it.</summary>
    public bool Holds(DraftNode first, DraftNode second)
    {
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

    private IEnumerable<DraftNode> WaitsFor(DraftNode node)
    {
        var named = node.Constraints.Keys.Select(index => _draft.Nodes[index]);
        return _linearBefore.TryGetValue(node, out var earlier) ? named.Append(earlier) : named;
    }
}
