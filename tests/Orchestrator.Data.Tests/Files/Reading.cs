using System.Text;
using Orchestrator.Data.Files;

namespace Orchestrator.Data.Tests.Files;

/// <summary>Reads whole tables through the driver, from memory.</summary>
internal static class Reading
{
    public static List<string?[]> Rows(byte[] file, SourceFiles source, int atOnce = int.MaxValue,
        int batchBytes = RowBatchPool.DefaultBytes, string name = "t.csv") =>
        Rows(() => new DrippingStream(file, atOnce), source, batchBytes, name);

    public static List<string?[]> Rows(Func<Stream> file, SourceFiles source,
        int batchBytes = RowBatchPool.DefaultBytes, string name = "t.csv")
    {
        var rows = new List<string?[]>();
        Each(file, source, batchBytes, name, batch =>
        {
            for (var row = 0; row < batch.Count; row++)
            {
                Assert.That(batch.RowNumber(row), Is.EqualTo(rows.Count + 1));
                rows.Add(Row(batch, row));
            }
        });
        return rows;
    }

    /// <summary>Reads a file that is opened once, so that no row of it can be one that is read a second time.</summary>
    public static void Each(Stream file, SourceFiles source, int batchBytes, string name, Action<RowBatch> take)
    {
        var opened = 0;
        Each(() => opened++ == 0 ? file : throw new InvalidOperationException("opened again"), source, batchBytes,
            name, take);
    }

    public static void Each(Func<Stream> file, SourceFiles source, int batchBytes, string name, Action<RowBatch> take)
    {
        var names = source.Columns;
        using var open = FileRowReader.Begin(
            _ => new TextInput(file(), name, source.Format, source.Limits.Expanded), name, source, ref names);
        var text = GuardType.Text;
        using var pool = new RowBatchPool(new MemoryBudget(1 << 20), [.. names.Select(x => new RowColumn(x, text))],
            batchBytes);
        while (true)
        {
            using var batch = pool.Rent(CancellationToken.None);
            if (!open.Fill(batch, CancellationToken.None))
            {
                return;
            }

            take(batch);
        }
    }

    public static SourceFiles Csv(string field = ",") => new()
    {
        Folder = "",
        Pattern = "",
        Format = new TextFormat { Field = field },
    };

    public static SourceFiles Bcp(int columns, string field = "\t", string row = "\n", bool data = false) => new()
    {
        Folder = "",
        Pattern = "",
        Columns = [.. Enumerable.Range(1, columns).Select(i => $"c{i}")],
        Format = new TextFormat
        {
            Style = TextStyle.Bcp,
            Field = field,
            Row = row,
            TerminatorInColumns = data,
        },
    };

    public static string?[] Row(RowBatch batch, int row)
    {
        var values = new string?[batch.Columns.Length];
        for (var i = 0; i < values.Length; i++)
        {
            var column = batch.Columns[i];
            values[i] = column.IsNull(row) ? null : Encoding.UTF8.GetString(column.Bytes(row));
        }

        return values;
    }
}

/// <summary>The type that files have.</summary>
internal static class GuardType
{
    public static Core.Types.SqlType Text { get; } = new(Core.Types.SqlTypeKind.NVarChar, Core.Types.SqlType.Max);
}
