using Orchestrator.Core;
using Orchestrator.Ledger;

namespace Orchestrator.Report.Figures;

/// <summary>How long packages waited for one reason, and which of them longest.</summary>
internal sealed record WaitFigures(
    WaitReason Reason, TimeSpan Total, int Attempts, TimeSpan Longest, string LongestPackage)
{
    /// <summary>All reasons, the one that took longest first.</summary>
    public static IReadOnlyList<WaitFigures> Of(RunFacts facts) =>
        [.. facts.Waits.Where(wait => wait.Duration > TimeSpan.Zero).GroupBy(wait => wait.Reason)
            .Select(group => Of(facts, group.Key, [.. group])).OrderByDescending(wait => wait.Total)];

    private static WaitFigures Of(RunFacts facts, WaitReason reason, IReadOnlyList<WaitRecord> waits)
    {
        var longest = waits.MaxBy(wait => wait.Duration)!;
        return new WaitFigures(
            reason, waits.Aggregate(TimeSpan.Zero, (sum, wait) => sum + wait.Duration), waits.Count, longest.Duration,
            facts.Nodes[longest.Node].Name);
    }
}
