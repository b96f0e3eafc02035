using Orchestrator.Ledger;

namespace Orchestrator.Report.Figures;

/// <summary>
/// A bar of the chart: one attempt of a package, or (<see cref="Attempt"/> null) short ones that follow each other.
/// </summary>
internal sealed record GanttBar
{
    public required int Lane { get; init; }

    public required DateTimeOffset From { get; init; }

    public required DateTimeOffset To { get; init; }

    /// <summary>The package; null = several.</summary>
    public PackageFigures? Package { get; init; }

    public AttemptRecord? Attempt { get; init; }

    /// <summary>How many attempts it stands for.</summary>
    public int Count { get; init; } = 1;

    public bool IsFailed { get; init; }

    public bool IsCritical { get; init; }
}
