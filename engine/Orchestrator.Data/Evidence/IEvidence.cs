namespace Orchestrator.Data.Evidence;

/// <summary>
/// One session that looks at what a database does, beside those that work: differences of what it counts are the
/// evidence, nothing is ever cleared. Used by one thread. Throws the driver's own exceptions, also where an answer
/// takes more than some seconds; <see cref="IPlatform.Explain"/> tells what they mean.
/// </summary>
public interface IEvidence : IDisposable
{
    /// <summary>What cannot be known here and why: "flushes: not available: needs PostgreSQL 14".</summary>
    IReadOnlyList<string> Missing { get; }

    /// <summary>Whether its server shares the processors with this program.</summary>
    bool IsOnThisMachine { get; }

    /// <summary>Whether the server counts waits itself, so that nobody has to look at what sessions wait for.</summary>
    bool CountsWaits { get; }

    /// <summary>What was counted since the server began.</summary>
    EvidenceCounts Count();

    /// <summary>
    /// What each session of the database that is at work waits for at this moment; nobody is seen where the server
    /// counts waits itself.
    /// </summary>
    EvidenceSnapshot Look();

    /// <summary>The sessions that others are in the way of, with each who is: "session 4711 (psql)".</summary>
    IReadOnlyList<BlockedSession> Blocked();
}

/// <summary>What was counted since the server began.</summary>
/// <param name="Commits">Transactions committed in the database; null = not known.</param>
/// <param name="Flushes">Times that the log was brought to disk; null = not known.</param>
/// <param name="LogBytes">Bytes of log; null = not known.</param>
/// <param name="Waits">What the server has counted of waits.</param>
/// <param name="ServerTime">Time that the server took to answer.</param>
public sealed record EvidenceCounts(
    long? Commits, long? Flushes, long? LogBytes, IReadOnlyList<ServerWait> Waits, TimeSpan ServerTime);

/// <summary>What was seen at one moment.</summary>
/// <param name="Sessions">The sessions that were at work.</param>
/// <param name="ServerTime">Time that the server took to answer.</param>
public sealed record EvidenceSnapshot(IReadOnlyList<SeenSession> Sessions, TimeSpan ServerTime)
{
    /// <summary>Nobody, and nothing was asked.</summary>
    public static EvidenceSnapshot Nobody { get; } = new([], TimeSpan.Zero);
}

/// <summary>A session that cannot go on before another one does.</summary>
/// <param name="Session">Its number in the server.</param>
/// <param name="By">The other one: its number, and its program as far as that is known.</param>
public readonly record struct BlockedSession(long Session, string By);

/// <summary>A session that was seen at work.</summary>
/// <param name="Session">Its number in the server.</param>
/// <param name="Wait">What it waits for, in the words of its platform.</param>
/// <param name="Class">What that is.</param>
public readonly record struct SeenSession(long Session, string Wait, WaitClass Class);
