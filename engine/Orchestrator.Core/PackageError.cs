namespace Orchestrator.Core;

/// <summary>
/// What went wrong at work, in the parts that screens, logs and the ledger show. Holds no value of a sensitive
/// column and no secret.
/// </summary>
public sealed record PackageError
{
    /// <summary>ORC3xxx or ORC4xxx.</summary>
    public required string Code { get; init; }

    /// <summary>Who must act.</summary>
    public required ErrorClass Class { get; init; }

    /// <summary>open, read, guard, write, publish, check, sql …</summary>
    public required string Phase { get; init; }

    /// <summary>What was refused, why, and what to do; one to three sentences.</summary>
    public required string Message { get; init; }

    /// <summary>The connection it happened on; empty = none.</summary>
    public string Connection { get; init; } = "";

    /// <summary>Script or file, and line within, where there is one.</summary>
    public string Script { get; init; } = "";

    /// <summary>Line in <see cref="Script"/>, from 1; 0 = unknown.</summary>
    public long Line { get; init; }

    /// <summary>Code of the server or driver, "SQLITE_BUSY (5)"; empty = none.</summary>
    public string ServerCode { get; init; } = "";
}
