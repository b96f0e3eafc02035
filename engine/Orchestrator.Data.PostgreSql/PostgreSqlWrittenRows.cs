using System.Globalization;
using Npgsql;

namespace Orchestrator.Data.PostgreSql;

/// <summary>The rows of the COPY at hand, so that the line of a refusal becomes the row of the source.</summary>
internal sealed class PostgreSqlWrittenRows
{
    private readonly List<BatchPart> _parts = [];
    private long _lines;

    /// <summary>Rows of a batch are written.</summary>
    /// <returns>The line of the first.</returns>
    public long Add(RowBatch batch, int from, int count)
    {
        var isInOrder = count == 0 || batch.RowNumber(from + count - 1) - batch.RowNumber(from) == count - 1;
        var numbers = isInOrder
            ? null
            : Enumerable.Range(from, count).Select(batch.RowNumber).ToArray();
        _parts.Add(new BatchPart(_lines + 1, count, batch.File, count == 0 ? 0 : batch.RowNumber(from), numbers));
        _lines += count;
        return _lines - count + 1;
    }

    /// <summary>A COPY has ended.</summary>
    public void Clear()
    {
        _parts.Clear();
        _lines = 0;
    }

    /// <summary>The refusal of a row, with its number where the server tells the line.</summary>
    public DataRefusedException Refusal(PostgresException fault, TableName table, long line = 0)
    {
        return Refusal(
            line > 0 ? line : LineOf(fault.Where, table.Name), $"{fault.MessageText} ({fault.SqlState})",
            PostgreSqlStates.AdviceOf(fault.SqlState), fault);
    }

    /// <summary>The refusal of a row whose value could not be encoded.</summary>
    public DataRefusedException Refusal(FormatException wrong, long line) =>
        Refusal(line, wrong.Message, "Correct the row, or the type of the column.", wrong);

    /// <summary>
    /// The line in the context of a message such as `COPY customer, line 7, column name`; 0 = none. What stands before
    /// the number is in the server's language.
    /// </summary>
    internal static long LineOf(string? context, string table)
    {
        var head = $"COPY {table}, ";
        var start = context?.IndexOf(head, StringComparison.Ordinal) ?? -1;
        if (start < 0)
        {
            return 0;
        }

        var digits = context.AsSpan(start + head.Length);
        var first = digits.IndexOfAnyInRange('0', '9');
        if (first < 0)
        {
            return 0;
        }

        digits = digits[first..];
        var end = digits.IndexOfAnyExceptInRange('0', '9');
        return long.TryParse(
            end < 0 ? digits : digits[..end], NumberStyles.None, CultureInfo.InvariantCulture, out var line)
            ? line
            : 0;
    }

    private DataRefusedException Refusal(long line, string why, string advice, Exception cause)
    {
        var (file, row) = RowOf(line);
        var place = file.Length == 0 ? "" : $" of {file}";
        var which = row > 0 ? $"Row {row}{place}" : "A row";
        return new DataRefusedException("ORC3412", $"{which} was refused by the table: {why}. {advice}", cause)
        { File = file, Row = row, Column = (cause as PostgresException)?.ColumnName ?? "" };
    }

    private (string File, long Row) RowOf(long line)
    {
        foreach (var part in _parts)
        {
            if (line >= part.FirstLine && line < part.FirstLine + part.Count)
            {
                var index = line - part.FirstLine;
                return (part.File, part.Numbers is { } numbers ? numbers[index] : part.FirstRow + index);
            }
        }

        return ("", 0);
    }

    private sealed record BatchPart(long FirstLine, int Count, string File, long FirstRow, long[]? Numbers);
}
