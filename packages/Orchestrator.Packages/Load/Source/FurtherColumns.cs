using Orchestrator.Data;

namespace Orchestrator.Packages.Load.Source;

/// <summary>A source with further columns behind its own. Owns it.</summary>
internal abstract class FurtherColumns(IRowReader inner, IEnumerable<RowColumn> further) : IRowReader
{
    public IReadOnlyList<RowColumn> Columns { get; } = [.. inner.Columns, .. further];

    public long BytesRead => inner.BytesRead;

    public bool Read(RowBatch batch, CancellationToken cancellation)
    {
        if (!inner.Read(batch, cancellation))
        {
            return false;
        }

        // A batch may hold nothing but rejected rows.
        if (batch.Count > 0)
        {
            Fill(batch, inner.Columns.Count);
        }

        return true;
    }

    public void Dispose() => inner.Dispose();

    /// <summary>Fills the further columns of a batch that has rows.</summary>
    /// <param name="first">Place of the first of them.</param>
    protected abstract void Fill(RowBatch batch, int first);

    /// <summary>Gives all rows of a column one value, which is kept once.</summary>
    protected static void FillWith(RowBatch batch, int place, ReadOnlySpan<byte> value)
    {
        var column = batch.Columns[place];
        column.SetBytes(0, value);
        column.Starts.AsSpan(1, batch.Count - 1).Fill(column.Starts[0]);
        column.Lengths.AsSpan(1, batch.Count - 1).Fill(column.Lengths[0]);
    }
}
