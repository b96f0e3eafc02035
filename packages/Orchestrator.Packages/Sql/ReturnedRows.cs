using System.Text;
using System.Text.Unicode;
using Orchestrator.Core.RunValues;
using Orchestrator.Data;

namespace Orchestrator.Packages.Sql;

/// <summary>Reads all rows of a result as text, up to those that a value of the run may have.</summary>
internal static class ReturnedRows
{
    public static Returned Of(IRowReader opened, CancellationToken cancellation)
    {
        using var reader = opened;
        using var pool = new RowBatchPool(new MemoryBudget(RowText.BytesMax), reader.Columns, 64 << 10);
        using var batch = pool.Rent(cancellation);
        List<IReadOnlyList<string?>> rows = [];
        HashSet<(int, int)> noTexts = [];
        // One more, so that who has too many is told of it.
        while (rows.Count <= RunValue.RowsMax && reader.Read(batch, cancellation))
        {
            for (var row = 0; row < batch.Count; row++)
            {
                noTexts.UnionWith(Enumerable.Range(0, batch.Columns.Length)
                    .Where(column => IsNoText(batch.Columns[column], row)).Select(column => (rows.Count, column)));
                rows.Add(Cells(batch, row));
            }
        }

        return new Returned
        {
            Columns = [.. reader.Columns.Select(column => column.Name)],
            Rows = rows,
            NoTexts = noTexts,
            Count = rows.Count,
        };
    }

    private static string?[] Cells(RowBatch batch, int row)
    {
        var cells = new string?[batch.Columns.Length];
        for (var column = 0; column < cells.Length; column++)
        {
            cells[column] = Text(batch.Columns[column], row);
        }

        return cells;
    }

    // What the source keeps and its column's type cannot be may be bytes; binary values are told by their digits.
    private static bool IsNoText(ColumnVector vector, int row) => vector.TryBeyond(row, out var beyond)
        ? !Utf8.IsValid(beyond)
        : !vector.IsNull(row) && ValueStorages.IsText(vector.Type) && !Utf8.IsValid(vector.Bytes(row));

    private static string? Text(ColumnVector vector, int row)
    {
        // It counts as NULL, and is none.
        if (vector.TryBeyond(row, out var beyond))
        {
            return Encoding.UTF8.GetString(beyond);
        }

        if (vector.IsNull(row))
        {
            return null;
        }

        if (ValueStorages.IsText(vector.Type))
        {
            return Encoding.UTF8.GetString(vector.Bytes(row));
        }

        if (vector.Type.IsBinary)
        {
            return Convert.ToHexString(vector.Bytes(row));
        }

        Span<byte> room = stackalloc byte[ValueFormat.BytesMax];
        return Encoding.UTF8.GetString(room[..ValueFormat.Write(vector, row, room)]);
    }
}
