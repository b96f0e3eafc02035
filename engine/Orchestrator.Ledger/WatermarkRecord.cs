namespace Orchestrator.Ledger;

/// <summary>A change of a watermark.</summary>
public sealed record WatermarkRecord
{
    public required string Environment { get; init; }

    /// <summary>The package, project/object.</summary>
    public required string Node { get; init; }

    public required string Watermark { get; init; }

    /// <summary>The type of its value.</summary>
    public required string DataType { get; init; }

    /// <summary>The value from then on; null = it was reset, so that the next load begins anew.</summary>
    public string? Value { get; init; }

    /// <summary>The attempt that moved it; null = somebody did by hand.</summary>
    public long? Attempt { get; init; }

    /// <summary>Why, in words.</summary>
    public string Why { get; init; } = "";

    /// <summary>Who did it by hand; empty = a run.</summary>
    public string Who { get; init; } = "";

    /// <summary>When, by the clock of who did it: no clock says which of two changes is the newer one.</summary>
    public DateTimeOffset At { get; init; }

    /// <summary>Its number in the ledger, by which changes are in order; 0 = it is not recorded yet.</summary>
    public long Change { get; init; }
}

/// <summary>How far a watermark is moved by an attempt that succeeded; null = to the beginning.</summary>
public sealed record WatermarkMove(string Watermark, string DataType, string? Value);

/// <summary>An attempt whose rows do not count, although they may be in the target.</summary>
/// <param name="Attempt">Its number.</param>
/// <param name="IsFullRefresh">Whether it was to load everything anew.</param>
public sealed record UnfinishedAttempt(long Attempt, bool IsFullRefresh);
