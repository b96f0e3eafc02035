using System.Collections.Concurrent;

namespace Orchestrator.Data;

/// <summary>
/// The row batches of one shape for one load. Batches are bounded by bytes: block and vectors together hold at most
/// about four times <see cref="BytesMax"/>, however many columns there are.
/// </summary>
public sealed class RowBatchPool : IDisposable
{
    /// <summary>Default bytes of a batch's block.</summary>
    public const int DefaultBytes = 256 * 1024;

    private const int DefaultRows = 8192;
    private const int BytesPerValue = 8;

    private readonly ConcurrentBag<RowBatch> _free = [];
    private readonly IReadOnlyList<RowColumn> _columns;
    private readonly long _bytesEach;
    private int _outstanding;
    private bool _disposed;

    /// <summary>A pool of batches with these columns.</summary>
    public RowBatchPool(MemoryBudget budget, IReadOnlyList<RowColumn> columns, int bytesMax = DefaultBytes)
        : this(budget, columns, bytesMax, rowsMax: 0)
    {
    }

    internal RowBatchPool(MemoryBudget budget, IReadOnlyList<RowColumn> columns, int bytesMax, int rowsMax)
    {
        Budget = budget;
        BytesMax = bytesMax;
        _columns = columns;
        var vectorsPerRow = Math.Max(1, columns.Sum(VectorBytes));
        RowsMax = rowsMax > 0 ? rowsMax : (int)Math.Clamp(2L * bytesMax / vectorsPerRow, 1, DefaultRows);
        _bytesEach = bytesMax + (long)RowsMax * vectorsPerRow;
    }

    /// <summary>Most rows of a batch.</summary>
    public int RowsMax { get; }

    /// <summary>Bytes of a batch's block.</summary>
    public int BytesMax { get; }

    /// <summary>Batches rented and not yet returned: 0 when a load has ended, or something leaks.</summary>
    public int Outstanding => Volatile.Read(ref _outstanding);

    /// <summary>
    /// What a reader waits for before it holds a row far larger than a batch: that the load can write it. Default:
    /// nothing.
    /// </summary>
    public Action<CancellationToken> AwaitTurn { get; init; } = _ => { };

    internal MemoryBudget Budget { get; }

    /// <summary>
    /// An empty batch, as soon as the run's budget allows; at once if this pool has none outstanding. For readers.
    /// </summary>
    public RowBatch Rent(CancellationToken cancellation)
    {
        Budget.TakeWhenFree(_bytesEach, () => Outstanding == 0, cancellation);
        return Out();
    }

    /// <summary>An empty batch, at once: for stages that hold a batch already and would wait for themselves.</summary>
    public RowBatch RentNow()
    {
        Budget.Take(_bytesEach);
        return Out();
    }

    /// <summary>Lets go of the batches that were returned; those still out are let go when they come back.</summary>
    public void Dispose()
    {
        _disposed = true;
        _free.Clear();
    }

    internal void Return(RowBatch batch)
    {
        batch.Reset();
        if (!_disposed)
        {
            _free.Add(batch);
        }

        if (Interlocked.Decrement(ref _outstanding) < 0)
        {
            throw new InvalidOperationException("a row batch was returned twice");
        }

        Budget.Give(_bytesEach);
    }

    private static long VectorBytes(RowColumn column) =>
        ValueStorages.Of(column.Type) == ValueStorage.Int128 ? 2 * BytesPerValue : BytesPerValue;

    private RowBatch Out()
    {
        Interlocked.Increment(ref _outstanding);
        return _free.TryTake(out var batch) ? batch : new RowBatch(this, _columns);
    }
}
