using System.Globalization;
using System.Text.RegularExpressions;
using MySqlConnector;

namespace Orchestrator.Data.MariaDb;

/// <summary>What is told of a row that a table refuses.</summary>
internal static partial class MariaDbRowRefusal
{
    private const string Code = "ORC3412";

    /// <summary>Whether a failure says that a row is at fault.</summary>
    public static bool IsOfRow(MySqlException fault) =>
        MariaDbNumbers.ClassOf(fault.Number, fault.SqlState) == DatabaseFaultClass.Data;

    /// <summary>The refusal of a row by the server.</summary>
    public static DataRefusedException Of(
        RowBatch batch, int row, MySqlException fault, IReadOnlyList<(RowColumn Column, bool IsYear)> columns) =>
        Of(batch, row, Why(fault), MariaDbAdvice.Of(fault.Number, fault.SqlState), fault, ColumnOf(fault, columns));

    /// <summary>The refusal of rows of which each alone is taken.</summary>
    public static DataRefusedException OfOne(
        RowBatch batch, int from, int rows, MySqlException fault,
        IReadOnlyList<(RowColumn Column, bool IsYear)> columns) => Make(
        batch, $"A row between {batch.RowNumber(from)} and {batch.RowNumber(from + rows - 1)}", 0, Why(fault),
        MariaDbAdvice.Of(fault.Number, fault.SqlState), fault, ColumnOf(fault, columns));

    /// <summary>The refusal of a row.</summary>
    /// <param name="batch">The batch that holds it.</param>
    /// <param name="row">Its place there.</param>
    /// <param name="why">Why, without a point.</param>
    /// <param name="advice">What to do, as a sentence.</param>
    /// <param name="cause">What was thrown.</param>
    /// <param name="column">The column at fault; empty = none is known.</param>
    public static DataRefusedException Of(
        RowBatch batch, int row, string why, string advice, Exception? cause = null, string column = "") =>
        Make(batch, $"Row {batch.RowNumber(row)}", batch.RowNumber(row), why, advice, cause, column);

    private static DataRefusedException Make(
        RowBatch batch, string which, long row, string why, string advice, Exception? cause, string column)
    {
        var place = batch.File.Length == 0 ? "" : $" of {batch.File}";
        return new DataRefusedException(Code, $"{which}{place} was refused by the table: {why}. {advice}", cause)
        { File = batch.File, Row = row, Column = column };
    }

    // Where in the statement a row was is of no use to anybody.
    private static string Why(MySqlException fault) => string.Create(
        CultureInfo.InvariantCulture, $"{AtRow().Replace(fault.Message, "").TrimEnd('.')} ({fault.Number})");

    private static string ColumnOf(MySqlException fault, IReadOnlyList<(RowColumn Column, bool IsYear)> columns)
    {
        var name = ColumnNamed().Match(fault.Message).Groups[1].Value;
        return columns.Any(each => each.Column.Name == name) ? name : "";
    }

    [GeneratedRegex(@" at row \d+$")]
    private static partial Regex AtRow();

    // Column 'name' cannot be null; for column `database`.`table`.`name` at row 1.
    [GeneratedRegex(@"\b[Cc]olumn (?:(?:`[^`]*`\.)*`|')([^`']+)[`']")]
    private static partial Regex ColumnNamed();
}
