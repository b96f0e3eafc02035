using Orchestrator.Engine;

namespace Orchestrator.Runner;

/// <summary>
/// One failure in the parts that a screen shows. Its texts have passed <see cref="Text.OutsideText"/>.
/// </summary>
public sealed record FailureBlock
{
    /// <summary>`project/object`.</summary>
    public required string Package { get; init; }

    /// <summary>ORC3xxx or ORC4xxx.</summary>
    public required string Code { get; init; }

    /// <summary>Who must act.</summary>
    public required ErrorClass Class { get; init; }

    /// <summary>open, read, guard, write, publish, …</summary>
    public required string Phase { get; init; }

    /// <summary>What was refused, why, and what to do.</summary>
    public required string Message { get; init; }

    /// <summary>The connection; empty = none.</summary>
    public string Connection { get; init; } = "";

    /// <summary>Script or file; empty = none.</summary>
    public string Script { get; init; } = "";

    /// <summary>Line in <see cref="Script"/>, from 1; 0 = unknown.</summary>
    public long Line { get; init; }

    /// <summary>Code of the server or driver; empty = none.</summary>
    public string ServerCode { get; init; } = "";

    /// <summary>Number of this attempt, from 1.</summary>
    public int Attempt { get; init; }

    /// <summary>Attempts that the retry policy allows.</summary>
    public int AttemptsMax { get; init; }

    /// <summary>Rows read before the failure.</summary>
    public long RowsRead { get; init; }

    /// <summary>Rows written before the failure; what is not committed is gone.</summary>
    public long RowsWritten { get; init; }

    /// <summary>The command that goes on from here.</summary>
    public string NextCommand { get; init; } = "";
}
