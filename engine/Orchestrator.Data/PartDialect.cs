namespace Orchestrator.Data;

/// <summary>Statements that read a table in parts by the values of a column. Text only.</summary>
public sealed class PartDialect(Dialect dialect, RowColumn column)
{
    /// <summary>The parameter of the first value of a part.</summary>
    public const string From = "@orchestrator_part_from";

    /// <summary>The parameter of the first value behind a part.</summary>
    public const string To = "@orchestrator_part_to";

    private string Column => dialect.Quote(column.Name);

    /// <summary>The least and the greatest value of the rows that are read.</summary>
    /// <param name="where">Which of its rows; null = all.</param>
    public string Ends(TableName table, string? where) =>
        $"SELECT min({Column}), max({Column}) FROM {dialect.Quote(table)}"
        + (IsBlank(where) ? "" : $" WHERE ({where}\n)");

    /// <summary>The condition of one part; rows without a value are in the part that has no first one.</summary>
    /// <param name="where">Which rows of the table are read at all; null = all.</param>
    /// <param name="hasFrom">Whether it has a first value.</param>
    /// <param name="hasTo">Whether there is a value behind it.</param>
    /// <returns>Null = all rows.</returns>
    public string? Condition(string? where, bool hasFrom, bool hasTo)
    {
        var asked = IsBlank(where) ? "" : $"({where}\n) AND ";
        var (from, to) = ($"{Column} >= {Limit(From)}", $"{Column} < {Limit(To)}");
        return (hasFrom, hasTo) switch
        {
            (true, true) => $"{asked}{from} AND {to}",
            (true, false) => $"{asked}{from}",
            (false, true) => $"{asked}({to} OR {Column} IS NULL)",
            _ => where,
        };
    }

    private static bool IsBlank(string? where) => string.IsNullOrWhiteSpace(where);

    private string Limit(string parameter) => dialect.Limit(column, parameter);
}
