using Orchestrator.Ledger;

namespace Orchestrator.Report.Figures;

/// <summary>What let a package of the critical path begin.</summary>
internal enum Release { Begin, Constraint, Slot, Flush, Other }

/// <summary>A package of the critical path, what let it begin, and how long nothing of the path was at work before.
/// </summary>
internal sealed record PathStep(PackageFigures Package, Release Release, PackageFigures? After, TimeSpan Idle);

/// <summary>
/// The chain of packages that made the run as long as it was: from the one that ended last back to what each of them
/// had to wait for, by the plan's constraints and the times in the ledger; or to what was brought to disk, or to what
/// left it a slot, where it had been ready before.
/// </summary>
internal sealed class CriticalPath
{
    private readonly HashSet<int> _nodes;

    private CriticalPath(IReadOnlyList<PathStep> steps)
    {
        Steps = steps;
        _nodes = [.. steps.Select(step => step.Package.Node.Node)];
    }

    /// <summary>In the order of time.</summary>
    public IReadOnlyList<PathStep> Steps { get; }

    /// <summary>How long its packages took together.</summary>
    public TimeSpan Took => Steps.Aggregate(TimeSpan.Zero, (sum, step) => sum + step.Package.Took);

    /// <summary>How much of that they were held up.</summary>
    public TimeSpan Waiting => Steps.Aggregate(TimeSpan.Zero, (sum, step) => sum + step.Package.Waiting);

    public bool Has(PackageFigures package) => _nodes.Contains(package.Node.Node);

    public static CriticalPath Of(
        RunFacts facts, IReadOnlyList<IReadOnlyList<int>> before, IReadOnlyList<PackageFigures> work)
    {
        var ran = work.Where(package => package.HasRun).ToList();
        var ends = new LastEnds(facts, before, ran);
        var steps = new List<PathStep>();
        var seen = new HashSet<int>();
        var at = ran.MaxBy(package => package.Ended);
        while (at is not null && seen.Add(at.Node.Node))
        {
            var (release, after) = ends.Before(at);
            after = after is not null && seen.Contains(after.Node.Node) ? null : after;
            var idle = at.Began - (after?.Ended ?? facts.Run.Started);
            steps.Add(new PathStep(at, release, after, idle > TimeSpan.Zero ? idle : TimeSpan.Zero));
            at = after;
        }

        steps.Reverse();
        return new CriticalPath(steps);
    }
}
