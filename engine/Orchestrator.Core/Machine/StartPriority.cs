namespace Orchestrator.Core.Machine;

/// <summary>
/// One fixed number per package, lower starts first. Within a container: own thread, then the container's order, then
/// declared order. Among containers: the longest path (sum of expected durations along dependencies and the rest of a
/// Linear group) that hangs on a package or on those that its container puts behind it; then declared order.
/// </summary>
/// <remarks>
/// A package that was never measured counts as the longest one known, so it starts early: if it is long, the time is
/// needed; if it is short, little is lost. Started last, a long one would stretch the whole level.
/// </remarks>
internal static class StartPriority
{
    public static int[] Of(Plan plan, PlanGraph graph, ExpectedDurations expected, Func<int, bool> runs)
    {
        var paths = Paths(plan, graph, expected, runs);
        var keys = new (long Path, int Container, int Place, int Package)[plan.Nodes.Count];
        var count = 0;
        foreach (var container in plan.Nodes.Where(node => node.Kind == NodeKind.Container))
        {
            var members = InOrder(plan, graph.Children[container.Index], container, paths);
            var longest = 0L;
            for (var place = members.Length - 1; place >= 0; place--)
            {
                longest = Math.Max(longest, paths[members[place]]);
                keys[count++] = (-longest, container.Index, place, members[place]);
            }
        }

        Array.Sort(keys, 0, count);
        var priorities = new int[plan.Nodes.Count];
        for (var i = 0; i < count; i++)
        {
            priorities[keys[i].Package] = i;
        }

        return priorities;
    }

    private static int[] InOrder(Plan plan, List<int> members, PlanNode container, long[] paths) =>
        [.. members.OrderByDescending(member => plan.Nodes[member].OwnThread)
            .ThenByDescending(member => container.Order == StartOrder.LongestFirst ? paths[member] : 0)
            .ThenBy(member => member)];

    /// <summary>Per package, in ticks, the longest way from its start to the end of what waits for it.</summary>
    private static long[] Paths(Plan plan, PlanGraph graph, ExpectedDurations expected, Func<int, bool> runs)
    {
        var known = plan.Nodes.Where(node => node.Kind == NodeKind.Package)
            .Select(node => expected.Of(node.Name)?.Ticks ?? 0);
        var unknown = Math.Max(known.DefaultIfEmpty(0).Max(), 1);
        var paths = new long[plan.Nodes.Count];
        foreach (var node in Enumerable.Reverse(graph.StartOrder).Where(graph.IsPackage))
        {
            var behind = graph.Dependents[node].Select(dependent => paths[dependent]).DefaultIfEmpty(0).Max();
            behind = graph.AnyDependents(node).Aggregate(behind, (path, one) => Math.Max(path, paths[one.Node]));
            behind = Math.Max(behind, graph.NextInLine(node) is >= 0 and var next ? paths[next] : 0);
            paths[node] = behind + (runs(node) ? expected.Of(plan.Nodes[node].Name)?.Ticks ?? unknown : 0);
        }

        return paths;
    }
}
