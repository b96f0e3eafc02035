using Orchestrator.Core;
using Orchestrator.Core.RunValues;

namespace Orchestrator.Metadata.Selection;

/// <summary>
/// Walks the data edges (source, inherit, dependsOn of any outcome, values and facts that are read), never barriers.
/// </summary>
internal sealed class DataReach
{
    private readonly IReadOnlyList<int>[] _back;
    private readonly List<int>[] _forth;

    public DataReach(Plan plan)
    {
        _back = new IReadOnlyList<int>[plan.Nodes.Count];
        _forth = [.. plan.Nodes.Select(_ => new List<int>())];
        foreach (var node in plan.Nodes)
        {
            _back[node.Index] = node.Kind != NodeKind.Package ? [] : [.. Before(plan, node).Distinct()];
            foreach (var other in _back[node.Index])
            {
                _forth[other].Add(node.Index);
            }
        }
    }

    /// <summary>The packages with what they read, so many edges back, and what reads them, so many edges forth.
    /// </summary>
    public HashSet<int> Around(IReadOnlyCollection<int> packages, int upstream, int downstream)
    {
        var all = new HashSet<int>(packages);
        all.UnionWith(Walk(packages, _back, upstream));
        all.UnionWith(Walk(packages, _forth, downstream));
        return all;
    }

    private static IEnumerable<int> Before(Plan plan, PlanNode package)
    {
        var named = package.Reads
            .Concat(package.AllConstraints.Select(one => one.Node))
            .SelectMany(other => plan.Nodes[other].Kind == NodeKind.Package ? [other]
                : package.IsHook ? [] : PackagesIn(plan, other));
        // What the condition of a group reads is read for all in it.
        return named.Concat(plan.GroupsAround(package).SelectMany(group => group.Reads.Concat(AskedNodes.Of(plan, group)
            .Where(other => plan.Nodes[other].Kind != NodeKind.Package)
            .SelectMany(other => PackagesIn(plan, other)))));
    }

    private static IEnumerable<int> PackagesIn(Plan plan, int group) => plan.Nodes
        .Where(node => node.Kind == NodeKind.Package && !node.IsHook && plan.IsWithin(node, group))
        .Select(node => node.Index);

    private static HashSet<int> Walk(IReadOnlyCollection<int> from, IReadOnlyList<int>[] edges, int depth)
    {
        var seen = new HashSet<int>(from);
        IReadOnlyCollection<int> edge = from;
        for (var i = 0; i < depth && edge.Count > 0; i++)
        {
            edge = [.. edge.SelectMany(node => edges[node]).Where(seen.Add)];
        }

        return seen;
    }
}
