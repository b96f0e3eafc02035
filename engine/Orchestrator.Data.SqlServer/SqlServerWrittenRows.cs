using System.Globalization;
using System.Text.RegularExpressions;
using Microsoft.Data.SqlClient;

namespace Orchestrator.Data.SqlServer;

/// <summary>The rows of the copy at hand, for the message when the server refuses one of them.</summary>
internal sealed partial class SqlServerWrittenRows
{
    private string _file = "";
    private long _first;
    private long _last;
    private long _count;

    /// <summary>Rows of a batch are written.</summary>
    public void Add(RowBatch batch, int from, int rows)
    {
        _first = _count == 0 ? batch.RowNumber(from) : _first;
        _last = batch.RowNumber(from + rows - 1);
        _file = batch.File;
        _count += rows;
    }

    /// <summary>The refusal of a row; which one it is the server tells only of a single one.</summary>
    public DataRefusedException Refusal(SqlException fault, TableName table, IReadOnlyList<string> names)
    {
        var known = SqlServerErrors.Explain(fault);
        var column = ColumnOf(known.Text, names);
        var of = _file.Length == 0 ? "" : $" of {_file}";
        var which = _count == 1 ? $"Row {_first}{of}" : $"A row between {_first} and {_last}{of}";
        var about = column.Length == 0 ? "" : $", column '{column}',";
        return new DataRefusedException(
            "ORC3412", $"{which}{about} was refused by the table '{table}': {known.Text.TrimEnd('.')} ({known.Code}). "
                + known.Advice,
            fault)
        { File = _file, Row = _count == 1 ? _first : 0, Column = column };
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
