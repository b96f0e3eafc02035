using System.Text;
using Orchestrator.Core.Types;
using Orchestrator.Data;

/// <summary>Writes rows of text through the guard, and reads rows as text, through a driver alone.</summary>
internal static class TextRows
{
    private const int BatchRows = 1000;
    private static readonly SqlType Unlimited = new(SqlTypeKind.NVarChar, SqlType.Max);

    /// <summary>All rows of a query.</summary>
    public static List<string?[]> Read(
        IDatabase database, string sql, params IReadOnlyList<(string Name, object? Value)> values)
    {
        using var reader = database.Read(sql, values);
        return Read(reader);
    }

    /// <summary>All rows of a reader.</summary>
    public static List<string?[]> Read(IRowReader reader)
    {
        using var pool = new RowBatchPool(new RunResources().Memory, reader.Columns, bytesMax: 4096);
        using var batch = pool.RentNow();
        var rows = new List<string?[]>();
        while (reader.Read(batch, CancellationToken.None))
        {
            rows.AddRange(Enumerable.Range(0, batch.Count).Select(row =>
                batch.Columns[..reader.Columns.Count].ToArray().Select(column => Text(column, row)).ToArray()));
        }

        return rows;
    }

    /// <summary>Writes rows in one transaction; gives back what the table took.</summary>
    public static long Write(
        IDatabase database, TableName table, IReadOnlyList<RowColumn> columns, string?[][] rows,
        WriteOptions? options = null, params IReadOnlyList<FilledColumn> filled)
    {
        database.Begin(CancellationToken.None);
        var taken = WriteOnly(database, table, columns, rows, options, filled);
        database.Commit();
        return taken;
    }

    /// <summary>Writes rows within the transaction that is open; gives back what the table took.</summary>
    public static long WriteOnly(
        IDatabase database, TableName table, IReadOnlyList<RowColumn> columns, string?[][] rows,
        WriteOptions? options = null, params IReadOnlyList<FilledColumn> filled)
    {
        RowColumn[] source = [.. columns.Select(column => new RowColumn(column.Name, Unlimited))];
        var resources = new RunResources();
        using var guard = new Guard(
            source, [.. columns.Select((column, i) => GuardOf(database.Platform.Dialect, column, i))], resources);
        using var pool = new RowBatchPool(resources.Memory, source);
        using var writer = database.Write(table, columns, filled, options ?? new WriteOptions());
        for (var at = 0; at < rows.Length; at += BatchRows)
        {
            using var checkedRows = guard.Check(Batch(pool, rows, at, Math.Min(BatchRows, rows.Length - at)));
            writer.Write(checkedRows, 0, checkedRows.Count);
        }

        return writer.Complete();
    }

    /// <summary>The check of a column against what its platform can hold, whose policies all fail.</summary>
    public static GuardColumn GuardOf(Dialect dialect, RowColumn column, int source) => new()
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
