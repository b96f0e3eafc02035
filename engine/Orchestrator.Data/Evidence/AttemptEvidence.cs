namespace Orchestrator.Data.Evidence;

/// <summary>What an attempt did and waited for in the database that it wrote, as far as it is its own.</summary>
public sealed record AttemptEvidence
{
    /// <summary>Transactions that it has committed.</summary>
    public long Commits { get; init; }

    /// <summary>
    /// Time in commits, from asking for one to its answer; null where that cannot be told apart from what was written.
    /// </summary>
    public TimeSpan? CommitTime { get; init; }

    /// <summary>
    /// Time in which its commits waited for the log: what it would not have waited, had they been relaxed. Null where
    /// that is not known.
    /// </summary>
    public TimeSpan? LogTime { get; init; }

    /// <summary>How <see cref="LogTime"/> is known, in words; empty = it is not.</summary>
    public string LogTimeHow { get; init; } = "";

    /// <summary>What its sessions waited for, the longest first.</summary>
    public IReadOnlyList<ServerWait> Waits { get; init; } = [];

    /// <summary>What is not known and why: "server waits: not available: needs …".</summary>
    public IReadOnlyList<string> Missing { get; init; } = [];

    /// <summary>What a commit cost in the log, on average; null where that is not known.</summary>
    public TimeSpan? LogTimePerCommit => LogTime is { } time && Commits > 0 ? time / Commits : null;
}
