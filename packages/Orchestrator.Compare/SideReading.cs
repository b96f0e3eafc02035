using Orchestrator.Compare.Parts;
using Orchestrator.Data;

namespace Orchestrator.Compare;

/// <summary>Reads the rows of one side once, batch by batch.</summary>
internal static class SideReading
{
    // One batch is read and looked at by the same thread, so that more would lie idle.
    private const int BytesMax = 4 << 20;

    /// <summary>Calls back for each row; ends where the callback says that there is no need for more.</summary>
    public static void Each(IRowReader reader, Func<RowBatch, int, bool> goesOn, CancellationToken cancellation)
    {
        // A value that is none of its type is compared as what it is.
        reader.NoteUnread();
        using var pool = new RowBatchPool(new MemoryBudget(BytesMax), reader.Columns);
        using var batch = pool.RentNow();
        while (reader.Read(batch, cancellation))
        {
            for (var row = 0; row < batch.Count; row++)
            {
                if (!goesOn(batch, row))
                {
                    return;
                }
            }
        }
    }

    /// <summary>Puts all rows into parts.</summary>
    public static void Into(RowParts parts, IRowReader reader, RowCanon canon, CancellationToken cancellation) => Each(
        reader,
        (batch, row) =>
        {
            var (key, whole) = canon.Digest(batch, row);
            parts.Add(key, whole, canon.Record(batch, row));
            return true;
        },
        cancellation);
}
