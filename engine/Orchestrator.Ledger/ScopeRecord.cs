using Orchestrator.Core.Durability;

namespace Orchestrator.Ledger;

/// <summary>What a run did to the durability of one database, as the ledger has it.</summary>
public sealed record ScopeRecord
{
    /// <summary>The kind of a scope in which only the run's own sessions are relaxed.</summary>
    public const string OfSessions = "session";

    /// <summary>The kind of a scope in which the database's own setting is changed.</summary>
    public const string OfDatabase = "database";

    /// <summary>Number over all runs; 0 = not recorded yet.</summary>
    public long Number { get; init; }

    /// <summary>Number of the run.</summary>
    public required long Run { get; init; }

    /// <summary>The run's fencing token, by which a later holder is told from an earlier one.</summary>
    public required long Token { get; init; }

    public required string Connection { get; init; }

    /// <summary>The connection's platform.</summary>
    public required string Platform { get; init; }

    /// <summary>The server, in its own words, or the host of a file.</summary>
    public required string Server { get; init; }

    /// <summary>The database, in its server's words, or the real path of a file.</summary>
    public required string Database { get; init; }

    /// <summary><see cref="OfSessions"/> or <see cref="OfDatabase"/>.</summary>
    public required string Kind { get; init; }

    /// <summary>The setting that was found and is to be restored; empty = it was absent.</summary>
    public string Found { get; init; } = "";

    /// <summary>The setting that the run has set; empty = none.</summary>
    public string Set { get; init; } = "";

    /// <summary>Who did it: user, host and process.</summary>
    public required string Owner { get; init; }

    /// <summary>How far it has come.</summary>
    public required ScopeState State { get; init; }

    /// <summary>When the intent was recorded.</summary>
    public required DateTimeOffset Opened { get; init; }

    /// <summary>When the database was relaxed; null = it was not.</summary>
    public DateTimeOffset? Changed { get; init; }

    /// <summary>What ended until then is on disk; null = nothing was flushed yet.</summary>
    public DateTimeOffset? Hardened { get; init; }

    /// <summary>When it was put back, or found that there is nothing to put back; null = it is open.</summary>
    public DateTimeOffset? Closed { get; init; }

    /// <summary>Why it is so, in words; may be empty.</summary>
    public string Why { get; init; } = "";
}

/// <summary>An attempt that has succeeded, and whose commits may not be on disk yet.</summary>
/// <param name="Attempt">Its number over all runs.</param>
/// <param name="Run">Number of the run.</param>
/// <param name="Node">Index of the node in that run's plan.</param>
/// <param name="Number">Its number within the run.</param>
/// <param name="Name">The node's name.</param>
public sealed record AttemptNotHardened(long Attempt, long Run, int Node, int Number, string Name);

/// <summary>An attempt whose commits were looked for after a flush.</summary>
/// <param name="Lost">Why it is lost; null = it is hardened.</param>
public sealed record AttemptJudged(AttemptNotHardened Attempt, Core.PackageError? Lost);
