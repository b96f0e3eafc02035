namespace Orchestrator.Metadata.Model;

/// <summary>Kind absorb: the buffer that takes bursts of rows, and how it is drained into the target.</summary>
public sealed record AbsorbOptions : KindOptions
{
    /// <summary>Rows of a batch, at most, where nothing is written.</summary>
    public const long RowsPerBatchDefault = 50_000;

    /// <summary>Failures in a row after which a drainer ends, where nothing is written.</summary>
    public const int MaxErrorsDefault = 3;

    /// <summary>How often the buffer is looked at, where nothing is written.</summary>
    public static readonly TimeSpan IntervalDefault = TimeSpan.FromSeconds(1);

    /// <summary>The buffer's name, beside the target; null = that of the target with _buffer behind it.</summary>
    public string? Buffer { get; init; }

    /// <summary>Whether its rows are there after a crash of the server; where not, it is lossy.</summary>
    public bool Persisted { get; init; } = true;

    /// <summary>How often the buffer is looked at while it is empty, and how long a batch may take.</summary>
    public TimeSpan Interval { get; init; } = IntervalDefault;

    /// <summary>Rows of a batch, at most.</summary>
    public long RowsPerBatch { get; init; } = RowsPerBatchDefault;

    /// <summary>Whether a buffer that is there may be dropped and made anew while it is empty.</summary>
    public bool DropExisting { get; init; }

    /// <summary>Processors that one statement may use; 0 = as the server says.</summary>
    public int MaxParallelism { get; init; }

    /// <summary>Whether the numbers of the buffer's rows are in an index.</summary>
    public bool IsIndexed { get; init; } = true;

    /// <summary>`absorb run`: whether it ends when all that was there is drained.</summary>
    public bool RunOnce { get; init; }

    /// <summary>`absorb run`: whether it tells each batch.</summary>
    public bool PrintStatistics { get; init; }

    /// <summary>`absorb run`: rows after which it ends; null = never.</summary>
    public long? MaxRows { get; init; }

    /// <summary>`absorb run`: failures in a row after which it ends.</summary>
    public int MaxErrors { get; init; } = MaxErrorsDefault;
}
