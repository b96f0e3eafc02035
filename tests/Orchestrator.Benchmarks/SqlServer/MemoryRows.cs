using System.Text;
using Orchestrator.Core.Types;
using Orchestrator.Data;

namespace Orchestrator.Benchmarks.SqlServer;

/// <summary>
/// Row batches in memory, each with rows of its own, handed out again and again until as many rows have come as wanted:
/// as they are to the peer, and to us as a source that the guard knows nothing of, text without limits.
/// </summary>
internal sealed class MemoryRows : IRowReader
{
    private const int Batches = 4;

    private static readonly SqlType Text = SqlType.TryParse("nvarchar(max)", out var type, out _) ? type : default;

    private readonly RowBatch[] _batches;
    private long _rows;
    private long _read;

    /// <summary>Rows of a shape; none until they are wanted.</summary>
    public MemoryRows(RowShape shape)
    {
        Columns = [.. shape.Columns.Select(each => each with { Type = each.Type.IsText ? Text : each.Type })];
        var pool = new RowBatchPool(new MemoryBudget(long.MaxValue), Columns);
        _batches = [.. Enumerable.Range(0, Batches).Select(seed => Fill(pool.RentNow(), new Random(seed)))];
    }

    /// <inheritdoc/>
    public IReadOnlyList<RowColumn> Columns { get; }

    /// <inheritdoc/>
    public long BytesRead => 0;

    /// <summary>Begins again, with so many rows.</summary>
    public MemoryRows Begin(long wanted)
    {
        (_rows, _read) = (wanted, 0);
        return this;
    }

    /// <summary>The next batch and how many of its rows are wanted; 0 = there are no more.</summary>
    public (RowBatch Batch, int Count) Next()
    {
        var batch = _batches[_read / _batches[0].Count % Batches];
        var count = (int)Math.Min(batch.Count, _rows - _read);
        _read += count;
        return (batch, count);
    }

    /// <inheritdoc/>
    public bool Read(RowBatch batch, CancellationToken cancellation)
    {
        batch.Reset();
        batch.FirstRow = _read + 1;
        var (from, count) = Next();
        batch.Count = count;
        batch.Block.Append(from.Block.Array.AsSpan(0, from.Block.Used));
        for (var i = 0; i < Columns.Count; i++)
        {
            Copy(from.Columns[i], batch.Columns[i], count);
        }

        return count > 0;
    }

    /// <inheritdoc/>
    public void Dispose() => Array.ForEach(_batches, batch => batch.Dispose());

    private static void Copy(ColumnVector from, ColumnVector to, int count)
    {
        switch (from.Storage)
        {
            case ValueStorage.Int64:
                from.Int64s.AsSpan(0, count).CopyTo(to.Int64s);
                break;
            case ValueStorage.Double:
                from.Doubles.AsSpan(0, count).CopyTo(to.Doubles);
                break;
            default:
                from.Starts.AsSpan(0, count).CopyTo(to.Starts);
                from.Lengths.AsSpan(0, count).CopyTo(to.Lengths);
                break;
        }
    }

    // All batches have as many rows, so that the place of a row is found by division.
    private static RowBatch Fill(RowBatch batch, Random random)
    {
        var count = Math.Min(batch.RowsMax, batch.BytesMax / (batch.Columns.Length * 24));
        for (batch.Count = 0; batch.Count < count; batch.Count++)
        {
            foreach (var column in batch.Columns)
            {
                Set(column, batch.Count, random);
            }
        }

        return batch;
    }

    private static void Set(ColumnVector column, int row, Random random)
    {
        switch (column.Type.Kind)
        {
            case SqlTypeKind.Float:
                column.Doubles[row] = random.NextDouble();
                break;
            case SqlTypeKind.UniqueIdentifier:
                Span<byte> bytes = stackalloc byte[16];
                random.NextBytes(bytes);
                column.SetBytes(row, bytes);
                break;
            case SqlTypeKind.Bit:
                column.Int64s[row] = random.Next(2);
                break;
            case SqlTypeKind.Date or SqlTypeKind.DateTime2:
                var day = new DateTime(2000, 1, 1).AddDays(random.Next(9000));
                column.Int64s[row] = column.Type.Kind == SqlTypeKind.Date ? day.Ticks : day.AddSeconds(row).Ticks;
                break;
            default:
                SetNumberOrText(column, row, random);
                break;
        }
    }

    private static void SetNumberOrText(ColumnVector column, int row, Random random)
    {
        if (column.Type.IsText)
        {
            column.SetBytes(row, Encoding.UTF8.GetBytes(random.Next(100_000_000).ToString("x")));
        }
        else
        {
            column.Int64s[row] = random.Next(column.Type.Kind == SqlTypeKind.SmallInt ? 30_000 : 1_000_000);
        }
    }
}
