using Orchestrator.Core.RunValues;

namespace Orchestrator.Core.Durability;

/// <summary>
/// From where a run that has ended can go on: what is done there, and what is to run again, which is all else and
/// whatever reads it, because a package can be on disk while its source's commits are lost.
/// </summary>
/// <param name="Done">Indices of the packages that need not run.</param>
/// <param name="Again">Indices of the packages that are to run, with the hooks around them and those that did not end
/// well.</param>
public sealed record ResumePoint(IReadOnlySet<int> Done, IReadOnlySet<int> Again)
{
    /// <summary>
    /// Finds it behind several runs, each of which continued the one before. A package is not done either where what it
    /// reads was loaded by a later one of them.
    /// </summary>
    /// <param name="pastOf">What they have made of a package or hook, by its index.</param>
    /// <param name="asked">
    /// Those that may run; null = all. What is left as it is loads nothing, so that nothing has to run behind it.
    /// </param>
    public static ResumePoint Of(Plan plan, Func<int, PastOutcome> pastOf, IReadOnlySet<int>? asked = null)
    {
        var work = plan.Nodes.Where(node => node.Kind == NodeKind.Package).ToArray();
        var past = work.ToDictionary(node => node.Index, node => pastOf(node.Index));
        var again = work.Where(node => asked?.Contains(node.Index) != false
                && (past[node.Index].State == PastState.NotDone || IsOutdated(plan, node, past)))
            .Select(node => node.Index).ToHashSet();
        Spread(plan, asked is null ? work : [.. work.Where(node => asked.Contains(node.Index))], past, again);
        again.UnionWith(HooksAround(plan, again));
        return new ResumePoint(
            work.Where(node => !node.IsHook && !again.Contains(node.Index)).Select(node => node.Index).ToHashSet(),
            again);
    }

    // A hook before a group runs in each link of a chain, and loads no rows that are read: none is newer for it.
    private static bool IsOutdated(Plan plan, PlanNode node, Dictionary<int, PastOutcome> past) =>
        !node.IsHook && past[node.Index] is { State: PastState.Loaded, Run: var own }
        && node.Reads.Any(read => !plan.Nodes[read].IsHook
            && past[read] is { State: PastState.Loaded, Run: var its } && its > own);

    /// <summary>
    /// To what reads it, also by the condition of a group around itself, to handlers of its failure, or that of a group
    /// around it, to what needs the success of such a group, and to what asks how a package or group has ended: whether
    /// they are needed shows only now. A hook that runs again, or did not end well, makes nothing run again: it runs
    /// around what does.
    /// </summary>
    private static void Spread(Plan plan, PlanNode[] work, Dictionary<int, PastOutcome> past, HashSet<int> again)
    {
        var behind = work.Where(node => !node.IsHook)
            .SelectMany(node => Before(plan, node).Concat(AskedAround(plan, node)).Concat(ReadByLoops(plan, node))
                .Select(before => (Before: before, node.Index)))
            .ToLookup(pair => pair.Before, pair => pair.Index);
        var toSpread = new Queue<int>(work.Where(node => !node.IsHook && again.Contains(node.Index))
            .Select(node => node.Index));
        while (toSpread.TryDequeue(out var next))
        {
            for (var failing = next; failing >= 0; failing = plan.Nodes[failing].Parent)
            {
                foreach (var follower in behind[failing])
                {
                    if (past[follower].State != PastState.OutOfScope && again.Add(follower))
                    {
                        toSpread.Enqueue(follower);
                    }
                }
            }
        }
    }

    /// <summary>The packages and groups behind which a package runs again where they do, by what it says itself.
    /// </summary>
    public static IEnumerable<int> Before(Plan plan, PlanNode package) => package.Reads
        .Concat(package.AllConstraints.Where(one => one.Outcome == Outcome.Failure
            || (one.Outcome == Outcome.Success && plan.Nodes[one.Node].Kind != NodeKind.Package))
            .Select(one => one.Node))
        .Concat(AskedNodes.Of(plan, package));

    /// <summary>What the conditions of the groups around a package read.</summary>
    private static IEnumerable<int> AskedAround(Plan plan, PlanNode package) =>
        plan.GroupsAround(package).SelectMany(group => group.Reads.Concat(AskedNodes.Of(plan, group)));

    /// <summary>What says which turns there are of the loops that a package stands in.</summary>
    private static IEnumerable<int> ReadByLoops(Plan plan, PlanNode node) =>
        plan.GroupsAround(node).Where(group => group.Loop is not null)
            .SelectMany(loop => loop.ReadsValues).SelectMany(read => read.Setters);

    /// <summary>The hooks around groups in which any of these packages is.</summary>
    public static IEnumerable<int> HooksAround(Plan plan, IReadOnlySet<int> packages)
    {
        var groups = new HashSet<int>();
        foreach (var package in packages.Where(index => !plan.Nodes[index].IsHook))
        {
            for (var above = plan.Nodes[package].Parent; above >= 0 && groups.Add(above);)
            {
                above = plan.Nodes[above].Parent;
            }
        }

        return plan.Nodes.Where(node => node.IsHook && groups.Contains(node.Around)).Select(node => node.Index);
    }
}
