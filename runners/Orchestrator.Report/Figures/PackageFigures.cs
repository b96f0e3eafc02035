using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Ledger;

namespace Orchestrator.Report.Figures;

/// <summary>A package or hook with all its attempts in the run.</summary>
internal sealed record PackageFigures
{
    public required NodeRecord Node { get; init; }

    /// <summary>The project that holds it; the batch for a hook around the batch.</summary>
    public required string Project { get; init; }

    public required IReadOnlyList<AttemptRecord> Attempts { get; init; }

    /// <summary>When it was ready for its first attempt; null where it never was.</summary>
    public DateTimeOffset? Ready { get; init; }

    public string Name => Node.Name;

    public NodeState State => Node.State;

    /// <summary>Whether it was loaded; where commits were delayed the scopes say which of them are on disk.</summary>
    public bool IsOk => State is NodeState.Succeeded or NodeState.Hardened;

    public bool IsFailed => State.IsFailure();

    public bool HasRun => Attempts.Count > 0;

    /// <summary>When its first attempt began.</summary>
    public DateTimeOffset Began => Attempts[0].Started;

    /// <summary>When its last attempt ended; what has no end lasts until it was last heard of.</summary>
    public DateTimeOffset Ended { get; init; }

    /// <summary>From its first attempt to the end of its last, the pauses between them included.</summary>
    public TimeSpan Took => Ended - Began;

    public TimeSpan Queued => Sum(attempt => attempt.Queued);

    public TimeSpan Waiting => Sum(attempt => attempt.Waiting);

    public TimeSpan Working => Sum(attempt => attempt.Working);

    /// <summary>The rows of its last attempt.</summary>
    public RowCounts Rows => Node.Last?.Counts ?? default;

    private TimeSpan Sum(Func<AttemptRecord, TimeSpan> part) =>
        Attempts.Aggregate(TimeSpan.Zero, (sum, attempt) => sum + part(attempt));
}
