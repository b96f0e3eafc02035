using System.Text;

namespace Orchestrator.Data.SqlServer.Tests;

/// <summary>Reads and writes whole results as text.</summary>
internal static class Rows
{
    /// <summary>All rows of a query, as text.</summary>
    public static List<string?[]> Read(
        IDatabase database, string sql, params IReadOnlyList<(string Name, object? Value)> values)
    {
        using var reader = database.Read(sql, values);
        return Read(reader);
    }

    /// <summary>All rows of a reader, as text.</summary>
    public static List<string?[]> Read(IRowReader reader)
    {
        using var pool = new RowBatchPool(new RunResources().Memory, reader.Columns, bytesMax: 4096);
        using var batch = pool.RentNow();
        var rows = new List<string?[]>();
        while (reader.Read(batch, CancellationToken.None))
        {
            for (var row = 0; row < batch.Count; row++)
            {
                var values2 = new string?[reader.Columns.Count];
                for (var column = 0; column < values2.Length; column++)
                {
                    values2[column] = Databases.Text(batch.Columns[column], row);
                }

                rows.Add(values2);
            }
        }

        return rows;
    }

    /// <summary>Writes rows of text through the guard, in one transaction; gives back what the table took.</summary>
    public static long Write(
        IDatabase database, TableName table, IReadOnlyList<RowColumn> columns, string?[][] rows,
        WriteOptions? options = null, params IReadOnlyList<FilledColumn> filled)
    {
        database.Begin(CancellationToken.None);
        var taken = WriteOnly(database, table, columns, rows, options, filled);
        database.Commit();
        return taken;
    }

    /// <summary>Writes rows of text through the guard; gives back what the table took.</summary>
    public static long WriteOnly(
        IDatabase database, TableName table, IReadOnlyList<RowColumn> columns, string?[][] rows,
        WriteOptions? options = null, params IReadOnlyList<FilledColumn> filled)
    {
        RowColumn[] source = [.. columns.Select(c => new RowColumn(c.Name, Databases.Type("nvarchar(max)")))];
        var resources = new RunResources();
        using var guard = new Guard(source, [.. columns.Select((c, i) => GuardOf(c, i))], resources);
        using var pool = new RowBatchPool(resources.Memory, source);
        using var writer = database.Write(table, columns, filled, options ?? new WriteOptions());
        for (var at = 0; at < rows.Length; at += 1000)
        {
            using var checkedRows = guard.Check(Batch(pool, rows, at, Math.Min(1000, rows.Length - at)));
            writer.Write(checkedRows, 0, checkedRows.Count);
        }

        return writer.Complete();
    }

    /// <summary>Row batch of one column a, int, that counts from 1; whoever takes it disposes it.</summary>
    public static RowBatch Numbers(int count)
    {
        var pool = new RowBatchPool(new RunResources().Memory, [new RowColumn("a", Databases.Type("int"))]);
        var batch = pool.RentNow();
        for (batch.Count = 0; batch.Count < count; batch.Count++)
        {
            batch.Columns[0].Int64s[batch.Count] = batch.Count + 1;
        }

        return batch;
    }

    public static GuardColumn GuardOf(RowColumn column, int source) => new()
    {
        Name = column.Name,
        Source = source,
        Type = column.Type,
        Nullable = column.Nullable,
        Limits = Databases.Platform.Dialect.Limits(column),
    };

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
