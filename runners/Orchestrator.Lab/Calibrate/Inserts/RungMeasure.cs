using Orchestrator.Data.Evidence;

namespace Orchestrator.Lab.Calibrate.Inserts;

/// <summary>What one step of a ladder took.</summary>
public sealed record RungMeasure
{
    public required Rung Rung { get; init; }

    /// <summary>From the first statement of all writers to the last answer.</summary>
    public required TimeSpan Elapsed { get; init; }

    /// <summary>Rows that are in the table by then.</summary>
    public required long Rows { get; init; }

    /// <summary>Commits of all writers.</summary>
    public required long Commits { get; init; }

    /// <summary>Time of all writers together, from the first statement of each to its last answer.</summary>
    public required TimeSpan WriterTime { get; init; }

    /// <summary>Processor time of this program.</summary>
    public required TimeSpan ClientTime { get; init; }

    /// <summary>Processor time of the server's sessions; null = not known, or the database is part of the program.
    /// </summary>
    public TimeSpan? ServerTime { get; init; }

    /// <summary>Whether the server shares its processors with this program.</summary>
    public bool IsOnThisMachine { get; init; }

    /// <summary>Whether a database has one writer at a time, so that the others wait for their turn.</summary>
    public bool HasOneWriter { get; init; }

    /// <summary>Processors that the program sees.</summary>
    public required int Processors { get; init; }

    /// <summary>Of the writers' time, what their commits waited for the log; null = not known.</summary>
    public TimeSpan? LogTime { get; init; }

    /// <summary>How that is known, in words; empty = it is not.</summary>
    public string LogTimeHow { get; init; } = "";

    /// <summary>What sessions waited for, by name, the longest first.</summary>
    public IReadOnlyList<ServerWait> Waits { get; init; } = [];

    /// <summary>Times that the log was brought to disk; null = not known.</summary>
    public long? Flushes { get; init; }

    /// <summary>Bytes of log; null = not known.</summary>
    public long? LogBytes { get; init; }

    /// <summary>Why the server would not do it; null = it did.</summary>
    public string? Refusal { get; init; }

    /// <summary>The measure of speed.</summary>
    public double RowsPerSecond => Elapsed > TimeSpan.Zero ? Rows / Elapsed.TotalSeconds : 0;

    /// <summary>A step that the server would not do.</summary>
    public static RungMeasure Refused(Rung rung, string why) => new()
    {
        Rung = rung,
        Elapsed = TimeSpan.Zero,
        Rows = 0,
        Commits = 0,
        WriterTime = TimeSpan.Zero,
        ClientTime = TimeSpan.Zero,
        Processors = Environment.ProcessorCount,
        Refusal = why,
    };

    /// <summary>
    /// The log's share of the time that the writers waited for the server, which is what this program did not compute
    /// meanwhile; null = not known.
    /// </summary>
    public double? LogShare => LogTime is not { } log ? null
        : WriterTime - ClientTime is var waited && waited > TimeSpan.Zero ? Math.Min(1, log / waited) : 0;
}
