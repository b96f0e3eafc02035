using System.Text;
using Orchestrator.Data.Conformance.Places;

namespace Orchestrator.Data.Conformance;

/// <summary>Writes rows of text through the guard, and reads rows as text, through a driver alone.</summary>
internal static class Rows
{
    private const int BatchRows = 1000;

    /// <summary>All rows of a table, by its first column.</summary>
    public static List<string?[]> Of(IDatabase database, TableName table, IReadOnlyList<RowColumn> columns)
    {
        var dialect = database.Platform.Dialect;
        var names = string.Join(", ", columns.Select(column => dialect.Quote(column.Name)));
        using var reader = database.Read($"SELECT {names} FROM {dialect.Quote(table)}");
        return [.. Of(reader).OrderBy(row => long.Parse(row[0]!))];
    }

    /// <summary>All rows of a reader.</summary>
    public static List<string?[]> Of(IRowReader reader)
    {
        using var pool = new RowBatchPool(new RunResources().Memory, reader.Columns, bytesMax: 4096);
        using var batch = pool.RentNow();
        var rows = new List<string?[]>();
        while (reader.Read(batch, CancellationToken.None))
        {
            rows.AddRange(Enumerable.Range(0, batch.Count).Select(row => Enumerable.Range(0, reader.Columns.Count)
                .Select(column => Text(batch.Columns[column], row)).ToArray()));
        }

        return rows;
    }

    /// <summary>Writes rows in one transaction; gives back what the table took.</summary>
    public static long Write(
        IDatabase database, TableName table, IReadOnlyList<RowColumn> columns, string?[][] rows,
        WriteOptions? options = null)
    {
        RowColumn[] source = [.. columns.Select(column => new RowColumn(column.Name, Place.Type("nvarchar(max)")))];
        var resources = new RunResources();
        using var guard = new Guard(
            source, [.. columns.Select((column, i) => GuardOf(database.Platform.Dialect, column, i))], resources);
        using var pool = new RowBatchPool(resources.Memory, source);
        database.Begin(CancellationToken.None);
        using var writer = database.Write(table, columns, [], options ?? new WriteOptions());
        for (var at = 0; at < rows.Length; at += BatchRows)
        {
            using var checkedRows = guard.Check(Batch(pool, rows, at, Math.Min(BatchRows, rows.Length - at)));
            writer.Write(checkedRows, 0, checkedRows.Count);
        }

        var taken = writer.Complete();
        database.Commit();
        return taken;
    }

    private static GuardColumn GuardOf(Dialect dialect, RowColumn column, int source) => new()
    {
        Name = column.Name,
        Source = source,
        Type = column.Type,
        Nullable = column.Nullable,
        Limits = dialect.Limits(column),
    };

    /// <summary>A value as text, whatever its storage; null = NULL; beyond its type with a mark.</summary>
    private static string? Text(ColumnVector vector, int row)
    {
        Span<byte> room = stackalloc byte[ValueFormat.BytesMax];
        return vector.IsNull(row)
            ? vector.TryBeyond(row, out var text) ? "beyond " + Encoding.ASCII.GetString(text) : null
            : vector.Type.IsBinary ? Convert.ToHexString(vector.Bytes(row))
            : ValueStorages.IsText(vector.Type) ? Encoding.UTF8.GetString(vector.Bytes(row))
            : Encoding.UTF8.GetString(room[..ValueFormat.Write(vector, row, room)]);
    }

    private static RowBatch Batch(RowBatchPool pool, string?[][] rows, int from, int count)
    {
        var batch = pool.RentNow();
        (batch.Count, batch.FirstRow) = (count, from + 1);
        for (var row = 0; row < count; row++)
        {
            for (var column = 0; column < rows[from + row].Length; column++)
            {
                if (rows[from + row][column] is { } value)
                {
                    batch.Columns[column].SetBytes(row, Encoding.UTF8.GetBytes(value));
                }
                else
                {
                    batch.Columns[column].SetNull(row);
                }
            }
        }

        return batch;
    }
}
