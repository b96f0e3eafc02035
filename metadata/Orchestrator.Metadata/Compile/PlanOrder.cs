using Orchestrator.Core;

namespace Orchestrator.Metadata.Compile;

/// <summary>Whether of two packages of a plan one has always ended before the other one starts.</summary>
/// <param name="plan">The plan as it was compiled.</param>
internal sealed class PlanOrder(Plan plan)
{
    private readonly Dictionary<int, HashSet<int>> _known = [];
    private ILookup<int, int>? _members;
    private Dictionary<int, int>? _linearBefore;

    public bool Holds(int one, int other) => EndedBefore(other).Contains(one) || EndedBefore(one).Contains(other);

    /// <summary>What has always ended when a node starts.</summary>
    private HashSet<int> EndedBefore(int node)
    {
        if (_known.TryGetValue(node, out var ended))
        {
            return ended;
        }

        _members ??= plan.Nodes.Where(each => each.Parent >= 0).ToLookup(each => each.Parent, each => each.Index);
        _known[node] = ended = [];
        var open = new Stack<int>([node]);
        while (open.TryPop(out var next))
        {
            // With a group all that is in it has ended.
            var inIt = next == node ? [] : _members[next];
            foreach (var earlier in WaitsFor(next).Concat(inIt).Where(ended.Add))
            {
                // What is disabled may end before anything that it would wait for.
                if (plan.Nodes[earlier].Enabled)
                {
                    open.Push(earlier);
                }
            }
        }

        return ended;
    }

    // A group has started before what is in it.
    private IEnumerable<int> WaitsFor(int node)
    {
        _linearBefore ??= LinearBefore();
        for (var each = node; each >= 0; each = plan.Nodes[each].Parent)
        {
            foreach (var constraint in plan.Nodes[each].Constraints)
            {
                yield return constraint.Node;
            }

            if (_linearBefore.TryGetValue(each, out var earlier))
            {
                yield return earlier;
            }
        }
    }

    private Dictionary<int, int> LinearBefore()
    {
        var before = new Dictionary<int, int>();
        foreach (var line in plan.Nodes.Where(node => node is { Kind: NodeKind.Container, Mode: ContainerMode.Linear }))
        {
            var last = -1;
            foreach (var member in _members![line.Index])
            {
                if (last >= 0)
                {
                    before.Add(member, last);
                }

                last = member;
            }
        }

        return before;
    }
}
