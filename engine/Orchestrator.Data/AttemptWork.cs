namespace Orchestrator.Data;

/// <summary>What an attempt has moved, and how: its package tells it, the ledger keeps it.</summary>
public sealed record AttemptWork
{
    /// <summary>Each of its numbers; new ones at the end.</summary>
    public static IReadOnlyList<AttemptFact<long>> Numbers { get; } =
    [
        Count("rows_read", rows => rows.Read, (rows, count) => rows with { Read = count }),
        Count("rows_inserted", rows => rows.Inserted, (rows, count) => rows with { Inserted = count }),
        Count("rows_updated", rows => rows.Updated, (rows, count) => rows with { Updated = count }),
        Count("rows_unchanged", rows => rows.Unchanged, (rows, count) => rows with { Unchanged = count }),
        Count("rows_duplicate", rows => rows.Duplicate, (rows, count) => rows with { Duplicate = count }),
        Count("rows_filtered", rows => rows.Filtered, (rows, count) => rows with { Filtered = count }),
        Count("rows_rejected", rows => rows.Rejected, (rows, count) => rows with { Rejected = count }),
        Count("rows_truncated", rows => rows.Truncated, (rows, count) => rows with { Truncated = count }),
        Count("rows_closed", rows => rows.Closed, (rows, count) => rows with { Closed = count }),
        new("bytes_read", work => work.BytesRead, (work, bytes) => work with { BytesRead = bytes }),
    ];

    /// <summary>Each of its texts; new ones at the end.</summary>
    public static IReadOnlyList<AttemptFact<string>> Texts { get; } =
        [new("load_path", work => work.LoadPath, (work, path) => work with { LoadPath = path })];

    /// <summary>The rows, all accounted for.</summary>
    public RowCounts Counts { get; init; }

    /// <summary>
    /// Which load path moved the rows and why: "row batches: the source is a file"; empty = none, as of kinds that move
    /// no rows.
    /// </summary>
    public string LoadPath { get; init; } = "";

    /// <summary>Bytes read from the source; 0 where it cannot tell.</summary>
    public long BytesRead { get; init; }

    private static AttemptFact<long> Count(
        string column, Func<RowCounts, long> of, Func<RowCounts, long, RowCounts> into) =>
        new(column, work => of(work.Counts), (work, count) => work with { Counts = into(work.Counts, count) });
}
