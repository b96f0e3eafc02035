using Orchestrator.Core;
using Orchestrator.Ledger;

namespace Orchestrator.Report.Figures;

/// <summary>When packages were known to be on disk, and who had waited for that.</summary>
internal sealed class Hardenings
{
    private readonly List<(DateTimeOffset At, PackageFigures Package)> _byTime = [];
    private readonly HashSet<long> _waited;

    public Hardenings(RunFacts facts, IReadOnlyList<PackageFigures> ran)
    {
        var packages = ran.ToDictionary(package => package.Node.Node);
        foreach (var each in facts.Transitions.Where(each => each.To == NodeState.Hardened).OrderBy(each => each.At))
        {
            if (packages.TryGetValue(each.Node, out var package))
            {
                _byTime.Add((each.At, package));
            }
        }

        _waited = [.. facts.Waits.Where(wait => wait is { Reason: WaitReason.Flush, Duration.Ticks: > 0 })
            .Select(wait => wait.AttemptId)];
    }

    /// <summary>
    /// The flush that a package waited for, where it did: the last one before it began, with what it brought to disk
    /// that had ended last. It made the package ready, or the package stood aside for it.
    /// </summary>
    public (DateTimeOffset At, PackageFigures Last)? Before(PackageFigures package)
    {
        var next = _byTime.FindLastIndex(each => each.At <= package.Began);
        if (next < 0 || package.Ready is not { } ready)
        {
            return null;
        }

        var at = _byTime[next].At;
        var last = _byTime.Take(next + 1).Reverse().TakeWhile(each => each.At == at).Select(each => each.Package)
            .MaxBy(each => each.Ended)!;
        var isFor = at == ready || (at > ready && _waited.Contains(package.Attempts[0].Id));
        return isFor && last.Ended < at ? (at, last) : null;
    }
}
