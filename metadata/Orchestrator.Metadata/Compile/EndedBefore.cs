using System.Collections;

namespace Orchestrator.Metadata.Compile;

/// <summary>
/// What has always ended when a node starts: what it waits for itself, what the groups around it wait for, and so on.
/// </summary>
internal sealed class EndedBefore
{
    private readonly PlanDraft _draft;
    private readonly Dictionary<DraftNode, DraftNode> _linearBefore;
    private readonly ILookup<DraftNode, DraftNode> _members;

    // A bit for each node: ten thousand turns that follow each other are ten thousand such sets.
    private readonly Dictionary<DraftNode, BitArray> _known = [];

    /// <param name="draft">The plan with the edges that it has by now: what is added later is not seen.</param>
    public EndedBefore(PlanDraft draft)
    {
        _draft = draft;
        _linearBefore = Precedence.LinearOrder(draft).ToDictionary(pair => pair.Later, pair => pair.Earlier);
        _members = draft.Nodes.Where(node => node.Parent is not null).ToLookup(node => node.Parent!);
    }

    /// <summary>Whether the first has always ended when the second starts.</summary>
    public bool Holds(DraftNode first, DraftNode second) => Of(second)[first.Index];

    private BitArray Of(DraftNode node)
    {
        if (_known.TryGetValue(node, out var ended))
        {
            return ended;
        }

        ended = new BitArray(_draft.Nodes.Count);
        var open = new Stack<DraftNode>([node]);
        while (open.TryPop(out var next))
        {
            // With a group all that is in it has ended.
            IEnumerable<DraftNode> inIt = next == node ? [] : _members[next];
            var isKnown = _known.TryGetValue(next, out var known);
            if (isKnown)
            {
                ended.Or(known!);
            }

            foreach (var earlier in (isKnown ? [] : WaitsFor(next)).Concat(inIt).Where(each => !ended[each.Index]))
            {
                ended[earlier.Index] = true;
                open.Push(earlier);
            }
        }

        _known.Add(node, ended);
        return ended;
    }

    // A group has started before what is in it.
    private IEnumerable<DraftNode> WaitsFor(DraftNode node)
    {
        for (var each = node; each is not null; each = each.Parent)
        {
            foreach (var index in each.Constraints.Keys)
            {
                yield return _draft.Nodes[index];
            }

            if (_linearBefore.TryGetValue(each, out var earlier))
            {
                yield return earlier;
            }
        }
    }
}
