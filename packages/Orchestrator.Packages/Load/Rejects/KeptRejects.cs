using System.Text;
using Orchestrator.Core.Types;
using Orchestrator.Data;

namespace Orchestrator.Packages.Load.Rejects;

/// <summary>
/// Writes rejected rows into their error table so that none is lost for what is in it: what the table cannot hold is
/// written as it can, and of a row that it refuses all the same the most that it takes.
/// </summary>
/// <param name="database">The database, in a transaction.</param>
/// <param name="table">The error table.</param>
/// <param name="columns">Its columns that are written.</param>
/// <param name="attempt">The column of the attempt.</param>
/// <param name="memory">Bounds what the row batches take.</param>
internal sealed class KeptRejects(
    IDatabase database, TableName table, RowColumn[] columns, FilledColumn attempt, MemoryBudget memory)
{
    private const int ShortMax = 200;

    private static readonly ReadableText Short = new(
        new SqlType(SqlTypeKind.VarChar, ShortMax), new ColumnLimits { RefusesNul = true, Texts = new AsciiTexts() });

    private readonly ReadableText[] _texts = TextsOf(database, table, [.. columns.Select(column => column.Name)]);

    /// <summary>What makes a text one that columns of a table take, in their order; of others nothing is changed.
    /// </summary>
    public static ReadableText[] TextsOf(IDatabase database, TableName table, IReadOnlyList<string> names)
    {
        var there = database.Platform.Dialect.ByName(database.Columns(table), column => column.Name);
        return
        [
            .. names.Select(name => there.Find(name) is { } column && ValueStorages.IsText(column.Type)
                ? new ReadableText(column.Type, database.Limits(column))
                : new ReadableText(new SqlType(SqlTypeKind.NVarChar, SqlType.Max), ColumnLimits.OfType)),
        ];
    }

    /// <summary>Writes all of them.</summary>
    public void Write(IEnumerable<RejectedRow> rows)
    {
        var tried = new TriedRows(() => database);
        if (tried.Try(() => Write(rows, 0, Readable)) is null)
        {
            return;
        }

        var number = 0L;
        foreach (var row in rows)
        {
            if (tried.Try(() => Write([row], number, Readable)) is not null)
            {
                WriteShort([row], number);
            }

            number++;
        }
    }

    /// <summary>Writes all of them where there are no savepoints: the transaction may have ended where they are
    /// refused.</summary>
    /// <param name="before">Number of the row before them.</param>
    /// <param name="isShort">Writes of each only the most that any table takes.</param>
    public void WriteUntried(IEnumerable<RejectedRow> rows, long before, bool isShort)
    {
        if (isShort)
        {
            WriteShort(rows, before);
        }
        else
        {
            Write(rows, before, Readable);
        }
    }

    private void WriteShort(IEnumerable<RejectedRow> rows, long before) =>
        Write(rows.Select(row => row with { SourceRow = null }), before, (_, text) => Short.Of(text));

    // Half a row would give back another one.
    private string? Readable(int column, string text) =>
        columns[column].Name != ErrorTable.SourceRow || _texts[column].Fits(text) ? _texts[column].Of(text) : null;

    private void Write(IEnumerable<RejectedRow> rows, long before, Func<int, string, string?> readable)
    {
        using var writer = database.Write(table, columns, [attempt], new WriteOptions());
        ErrorTable.Write(writer, columns, rows, memory, readable, before);
        writer.Complete();
    }

    private sealed class AsciiTexts : TextRule
    {
        public override string Refused => "is not ASCII";

        public override bool Keeps(ReadOnlySpan<byte> text) => Ascii.IsValid(text);

        public override byte[] Repaired(ReadOnlySpan<byte> text) =>
            [.. text.ToArray().Select(one => one < 0x80 ? one : (byte)'?')];
    }
}
