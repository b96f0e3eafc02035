using Orchestrator.Core;
using Orchestrator.Data;

namespace Orchestrator.Report.Figures;

/// <summary>The packages and hooks of one project together.</summary>
internal sealed record ProjectFigures(string Name, IReadOnlyList<PackageFigures> Packages)
{
    public int Ok => Packages.Count(package => package.IsOk);

    public int Failed => Packages.Count(package => package.IsFailed);

    public int Blocked => Packages.Count(package => package.State == NodeState.Blocked);

    public TimeSpan Waiting => Sum(package => package.Waiting);

    public TimeSpan Queued => Sum(package => package.Queued);

    public TimeSpan Working => Sum(package => package.Working);

    public RowCounts Rows => Packages.Aggregate(default(RowCounts), (sum, package) => sum + package.Rows);

    /// <summary>From its first package's begin to its last one's end; zero where none began.</summary>
    public TimeSpan Span => Packages.Where(package => package.HasRun).ToList() is { Count: > 0 } ran
        ? ran.Max(package => package.Ended) - ran.Min(package => package.Began)
        : TimeSpan.Zero;

    /// <summary>In the plan's order.</summary>
    public static IReadOnlyList<ProjectFigures> Of(RunFigures run) =>
        [.. run.Work.GroupBy(package => package.Project)
            .Select(group => new ProjectFigures(group.Key, [.. group]))];

    private TimeSpan Sum(Func<PackageFigures, TimeSpan> part) =>
        Packages.Aggregate(TimeSpan.Zero, (sum, package) => sum + part(package));
}
