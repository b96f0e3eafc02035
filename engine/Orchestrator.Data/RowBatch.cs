namespace Orchestrator.Data;

/// <summary>
/// Rows on their way, in columns. Rented from a <see cref="RowBatchPool"/> and returned by <see cref="Dispose"/>, by
/// whoever holds it last; nothing of it may be used afterwards. Owned by one thread at a time.
/// </summary>
public sealed class RowBatch : IDisposable
{
    private readonly RowBatchPool _pool;
    private readonly ColumnVector[] _columns;
    private RowBatch? _kept;

    internal RowBatch(RowBatchPool pool, IReadOnlyList<RowColumn> columns)
    {
        _pool = pool;
        RowsMax = pool.RowsMax;
        BytesMax = pool.BytesMax;
        Block = new ByteBlock(BytesMax, pool.Budget);
        _columns = [.. columns.Select(column => new ColumnVector(column.Type, RowsMax, Block))];
    }

    /// <summary>The columns, in the order that the pool was made for.</summary>
    public ReadOnlySpan<ColumnVector> Columns => _columns;

    /// <summary>The bytes of its text and binary columns.</summary>
    public ByteBlock Block { get; }

    /// <summary>Rows in it.</summary>
    public int Count { get; set; }

    /// <summary>Most rows that it can hold.</summary>
    public int RowsMax { get; }

    /// <summary>Bytes that its block should hold at most; a single larger row may exceed it.</summary>
    public int BytesMax { get; }

    /// <summary>Whether no further row should be added.</summary>
    public bool IsFull => Count >= RowsMax || Block.Used >= BytesMax;

    /// <summary>The file that its rows come from; empty where they do not come from a file.</summary>
    public string File { get; set; } = "";

    /// <summary>Number of its first row within the file or query, from 1.</summary>
    public long FirstRow { get; set; } = 1;

    /// <summary>Rows that were refused on the way and are no longer among <see cref="Count"/>.</summary>
    public List<RejectedRow> Rejected { get; } = [];

    /// <summary>Rows among <see cref="Count"/> of which a value was truncated, as the policy allowed.</summary>
    public int Truncated { get; internal set; }

    /// <summary>Rows that were read into it: those still there and those rejected.</summary>
    public int Read => Count + Rejected.Count;

    /// <summary>Numbers of its rows where they do not simply go on from the first; else null.</summary>
    public long[]? RowNumbers { get; set; }

    /// <summary>Number of a row within the file or query, from 1.</summary>
    public long RowNumber(int row) => RowNumbers is { } numbers ? numbers[row] : FirstRow + row;

    /// <summary>
    /// Waits until the load may hold a row far larger than a batch: not before it can be written, so that no load
    /// holds such a row while it waits for another that needs one.
    /// </summary>
    public void AwaitTurn(CancellationToken cancellation) => _pool.AwaitTurn(cancellation);

    /// <summary>
    /// Makes the block that long for a row far larger than a batch, as soon as the run has room for it, or no other
    /// such row: what they take is bounded by the run and does not grow with the number of loads. Once it is held, it
    /// grows at once.
    /// </summary>
    /// <param name="size">Bytes from the beginning of the block.</param>
    /// <param name="cancellation">Ends the wait.</param>
    /// <param name="sizeMax">What it may come to, where that shows only on the way; default: that size.</param>
    public void GrowLarge(int size, CancellationToken cancellation, long sizeMax = 0) =>
        Block.GrowLarge(size, sizeMax, cancellation);

    /// <summary>Returns it, and what it keeps alive, to the pool.</summary>
    public void Dispose()
    {
        var kept = _kept;
        _kept = null;
        _pool.Return(this);
        kept?.Dispose();
    }

    /// <summary>Takes over another batch whose bytes its columns point into; it is returned with this one.</summary>
    internal void Keep(RowBatch source) => _kept = source;

    /// <summary>Empties it.</summary>
    public void Reset()
    {
        Count = 0;
        Truncated = 0;
        RowNumbers = null;
        Rejected.Clear();
        Block.LetGo();
        foreach (var column in _columns)
        {
            column.Reset();
        }
    }
}
