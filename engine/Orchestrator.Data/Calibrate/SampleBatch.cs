using System.Text;

namespace Orchestrator.Data.Calibrate;

/// <summary>The rows of a calibration as a row batch, for the bulk path. Not for several threads at once.</summary>
public sealed class SampleBatch : IDisposable
{
    private const int IdBytes = 16;

    private readonly Random _random = new();
    private readonly RowBatchPool _pool;

    /// <summary>A batch that is as full as batches become.</summary>
    public SampleBatch()
    {
        _pool = new RowBatchPool(new MemoryBudget(RunResources.DefaultBytesMax), SampleRows.Columns);
        Batch = _pool.RentNow();
        var (id, text) = (new byte[IdBytes], Encoding.ASCII.GetBytes(SampleRows.Text));
        for (; !Batch.IsFull; Batch.Count++)
        {
            Batch.Columns[0].SetBytes(Batch.Count, id);
            Batch.Columns[1].SetBytes(Batch.Count, text);
        }

        (Batch.Block.IsValidUtf8, Batch.Block.IsFreeOfNul) = (true, true);
    }

    public RowBatch Batch { get; }

    /// <summary>Makes other rows of it, as the next statement takes them.</summary>
    public void Renew()
    {
        var column = Batch.Columns[0];
        for (var row = 0; row < Batch.Count; row++)
        {
            SampleRows.Make(_random, column.Block.Array.AsSpan(column.Starts[row], IdBytes));
        }
    }

    public void Dispose()
    {
        Batch.Dispose();
        _pool.Dispose();
    }
}
