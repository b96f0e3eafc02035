namespace Orchestrator.Core.Alerts;

/// <summary>Something that happened to a batch and is to be told.</summary>
public sealed record Occurrence
{
    /// <summary>What tells it from all else that ever happens to the batch; at most 400 characters.</summary>
    public required string Key { get; init; }

    /// <summary>What happened.</summary>
    public required AlertEvent Event { get; init; }

    public required string Batch { get; init; }

    /// <summary>When it happened.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary>What it goes together with: of one cause there is one message; at most 400 characters.</summary>
    public required string Cause { get; init; }

    /// <summary>Number of its run; null = none.</summary>
    public long? Run { get; init; }

    /// <summary>What happened, in a line: "3 of 183 packages failed".</summary>
    public required string Summary { get; init; }

    /// <summary>What failed, the first ones of many.</summary>
    public IReadOnlyList<AlertFailure> Failures { get; init; } = [];

    /// <summary>How many failed; more than there are in <see cref="Failures"/> at times.</summary>
    public int FailuresCount { get; init; }

    /// <summary>The command that goes on from there; empty = none does.</summary>
    public string Command { get; init; } = "";
}

/// <summary>A package that failed.</summary>
/// <param name="Package">Its name.</param>
/// <param name="Code">The code; empty = it left none.</param>
/// <param name="Class">Who must act; empty = unknown.</param>
/// <param name="Connection">The connection on which it happened; empty = none.</param>
/// <param name="ServerCode">The server's own code; empty = none.</param>
/// <param name="Message">What was refused, why, and what to do.</param>
public sealed record AlertFailure(
    string Package, string Code, string Class, string Connection, string ServerCode, string Message);
