namespace Orchestrator.Data;

/// <summary>
/// The bytes that the row at hand may have. How long a row is shows only while it comes, so that room for one far
/// larger than a batch is waited for as if it were as long as a row may be.
/// </summary>
public sealed class RowRoom(long bytesMax)
{
    private const int LargeFrom = 1 << 20;

    private long _number;
    private int _start;
    private CancellationToken _cancellation;

    /// <summary>Bytes of the largest row so far.</summary>
    public int Largest { get; private set; }

    /// <summary>A row begins.</summary>
    public void Begin(RowBatch batch, long rowNumber, CancellationToken stop) =>
        (_start, _number, _cancellation) = (batch.Block.Used, rowNumber, stop);

    /// <summary>Makes room for more bytes of the row.</summary>
    /// <exception cref="DataRefusedException">They are too many.</exception>
    public void Add(RowBatch batch, int bytes)
    {
        var block = batch.Block;
        var length = (long)block.Used - _start + bytes;
        if (length > bytesMax)
        {
            throw new DataRefusedException(
                "ORC3107",
                $"Row {_number} of the query has more than {bytesMax:N0} bytes. If it is right, raise `limits.row` "
                + "of the connection.")
            { Row = _number };
        }

        if (length > LargeFrom && block.Used + bytes > block.Array.Length)
        {
            batch.AwaitTurn(_cancellation);
            var size = Math.Max(block.Used + (long)bytes, Math.Min(block.Array.Length * 2L, _start + bytesMax));
            batch.GrowLarge((int)Math.Min(size, Array.MaxLength), _cancellation, bytesMax);
        }
        else
        {
            block.Reserve(bytes);
        }
    }

    /// <summary>The row is read.</summary>
    public void End(RowBatch batch) => Largest = Math.Max(Largest, batch.Block.Used - _start);
}
