namespace Orchestrator.Data.Evidence;

/// <summary>What happened in one database, or its server, while a run was at work, by whomever.</summary>
public sealed record DatabaseEvidence
{
    public required string Connection { get; init; }

    /// <summary>The connection's platform.</summary>
    public required string Platform { get; init; }

    /// <summary>Whether its server shares the processors with the run; false where nobody knows.</summary>
    public bool IsOnThisMachine { get; init; }

    /// <summary>
    /// Processor time that the run and its sessions in the server took, where these share a machine; null = not known.
    /// </summary>
    public TimeSpan? WorkTime { get; init; }

    /// <summary>When it was looked at first.</summary>
    public required DateTimeOffset Began { get; init; }

    /// <summary>When it was looked at last.</summary>
    public required DateTimeOffset Ended { get; init; }

    /// <summary>How often it was looked at.</summary>
    public long Looks { get; init; }

    /// <summary>Processor time of this program that looking took.</summary>
    public TimeSpan ProcessorTime { get; init; }

    /// <summary>Time that the server took to answer.</summary>
    public TimeSpan ServerTime { get; init; }

    /// <summary>Counts since the beginning, in the order of time; the last one has the totals.</summary>
    public IReadOnlyList<EvidenceSample> Samples { get; init; } = [];

    /// <summary>What was waited for, the longest first.</summary>
    public IReadOnlyList<ServerWait> Waits { get; init; } = [];

    /// <summary>What is not known and why: "flushes: not available: needs PostgreSQL 14".</summary>
    public IReadOnlyList<string> Missing { get; init; } = [];

    /// <summary>The totals; null where nothing was counted.</summary>
    public EvidenceSample? Total => Samples.Count > 0 ? Samples[^1] : null;
}

/// <summary>What a database had done at a moment, counted from the beginning of the run.</summary>
/// <param name="At">The moment.</param>
/// <param name="Commits">Transactions committed in the database; null = not known.</param>
/// <param name="Flushes">Times that the log was brought to disk; null = not known.</param>
/// <param name="LogBytes">Bytes of log; null = not known.</param>
/// <param name="Waits">Time waited by class, of all sessions together; a class that is not in it is not known, or
/// nobody waited.</param>
public sealed record EvidenceSample(
    DateTimeOffset At, long? Commits, long? Flushes, long? LogBytes, IReadOnlyDictionary<WaitClass, TimeSpan> Waits);
