using Orchestrator.Core;
using Orchestrator.Ledger;

namespace Orchestrator.Report.Figures;

/// <summary>All packages and hooks of a run, in the plan's order.</summary>
internal static class PackageList
{
    public static IReadOnlyList<PackageFigures> Of(RunFacts facts, DateTimeOffset end)
    {
        var attempts = facts.Attempts.ToLookup(attempt => attempt.Node);
        var ready = new Dictionary<int, DateTimeOffset>();
        foreach (var each in facts.Transitions.Where(each => each.To == NodeState.Ready))
        {
            ready.TryAdd(each.Node, each.At);
        }

        return [.. facts.Work.Select(node => Of(
            node, ProjectOf(facts.Nodes, node), [.. attempts[node.Node]],
            ready.TryGetValue(node.Node, out var at) ? at : null, end))];
    }

    /// <summary>Groups that have failed and of which nothing in them tells why.</summary>
    public static IEnumerable<PackageFigures> FailedGroups(RunFacts facts, DateTimeOffset end) =>
        facts.FailedGroups.Select(node => Of(node, ProjectOf(facts.Nodes, node), [], null, end));

    private static PackageFigures Of(
        NodeRecord node, string project, AttemptRecord[] attempts, DateTimeOffset? ready, DateTimeOffset end) => new()
        {
            Node = node,
            Project = project,
            Attempts = attempts,
            Ready = ready,
            Ended = attempts is [.., var last] ? EndOf(last, end) : end,
        };

    /// <summary>An attempt without an end lasts until the end of what is known.</summary>
    public static DateTimeOffset EndOf(AttemptRecord attempt, DateTimeOffset end) =>
        attempt.Ended is { } ended && ended > attempt.Started ? ended
            : attempt.Ended is null && end > attempt.Started ? end : attempt.Started;

    private static string ProjectOf(IReadOnlyList<NodeRecord> nodes, NodeRecord node)
    {
        var at = node;
        while (at.Kind != NodeKind.Project && at.Parent >= 0)
        {
            at = nodes[at.Parent];
        }

        return at.Name;
    }
}
