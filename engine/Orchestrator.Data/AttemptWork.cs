namespace Orchestrator.Data;

/// <summary>What an attempt has moved, and how: its package tells it, the ledger keeps it.</summary>
public sealed record AttemptWork
{
    /// <summary>The rows, all accounted for.</summary>
    public RowCounts Counts { get; init; }

    /// <summary>
    /// Which load path moved the rows and why: "row batches: the source is a file"; empty = none, as of kinds that move
    /// no rows.
    /// </summary>
    public string LoadPath { get; init; } = "";

    /// <summary>Bytes read from the source; 0 where it cannot tell.</summary>
    public long BytesRead { get; init; }
}
