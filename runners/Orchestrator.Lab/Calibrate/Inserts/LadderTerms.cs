namespace Orchestrator.Lab.Calibrate.Inserts;

/// <summary>How long a ladder may take, and how far it goes.</summary>
public sealed record LadderTerms
{
    /// <summary>How long one step inserts at most. Default: 5 s.</summary>
    public TimeSpan RungTime { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>Rows of one step at most. Default: 500,000.</summary>
    public long RowsMax { get; init; } = 500_000;

    /// <summary>Sessions that insert side by side, at most. Default: 64.</summary>
    public int WritersMax { get; init; } = 64;

    /// <summary>No step begins later than this after the first. Default: 10 min.</summary>
    public TimeSpan TimeMax { get; init; } = TimeSpan.FromMinutes(10);

    /// <summary>
    /// How long a step may hang behind its time, and others may keep the table from being made anew or removed.
    /// Default: 20 s.
    /// </summary>
    public TimeSpan Patience { get; init; } = TimeSpan.FromSeconds(20);

    /// <summary>How long the same step is tried while its commits do not wait for the log, at most.</summary>
    public TimeSpan TwinTime => TimeSpan.FromSeconds(Math.Max(0.3, RungTime.TotalSeconds / 5));
}
