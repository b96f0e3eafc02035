using System.Globalization;
using System.Text.RegularExpressions;
using Microsoft.Data.SqlClient;

namespace Orchestrator.Data.SqlServer;

/// <summary>The rows of the copy at hand, for the message when the server refuses one of them.</summary>
internal sealed partial class SqlServerWrittenRows
{
    private string file = "";
    private long first;
    private long last;
    private long count;

    /// <summary>Rows of a batch are written.</summary>
    public void Add(RowBatch batch, int from, int rows)
    {
        first = count == 0 ? batch.RowNumber(from) : first;
        last = batch.RowNumber(from + rows - 1);
        file = batch.File;
        count += rows;
    }

    /// <summary>The refusal of a row; which one it is the server tells only of a single one.</summary>
    public DataRefusedException Refusal(SqlException fault, TableName table, IReadOnlyList<string> names)
    {
        var known = SqlServerErrors.Explain(fault);
        var column = ColumnOf(known.Text, names);
        var of = file.Length == 0 ? "" : $" of {file}";
        var which = count == 1 ? $"Row {first}{of}" : $"A row between {first} and {last}{of}";
        var about = column.Length == 0 ? "" : $", column '{column}',";
        return new DataRefusedException(
            "ORC3412", $"{which}{about} was refused by the table '{table}': {known.Text.TrimEnd('.')} ({known.Code}). "
                + known.Advice,
            fault)
        { File = file, Row = count == 1 ? first : 0, Column = column };
    }

    // The server counts the columns of a bulk copy and does not name them.
    private static string ColumnOf(string text, IReadOnlyList<string> names) =>
        Place().Match(text) is { Success: true } match
            && int.Parse(match.Groups[1].ValueSpan, CultureInfo.InvariantCulture) is var place
            && place >= 1 && place <= names.Count
            ? names[place - 1]
            : "";

    [GeneratedRegex(@"\bcolid (\d{1,4})\b")]
    private static partial Regex Place();
}
