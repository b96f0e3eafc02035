namespace Orchestrator.Data;

/// <summary>Statements over the source of a load with a watermark. Text only.</summary>
public sealed class WatermarkDialect(Dialect dialect, string column)
{
    /// <summary>The parameter of the lower bound.</summary>
    public const string From = "@orchestrator_from";

    /// <summary>The parameter of the upper bound.</summary>
    public const string To = "@orchestrator_to";

    private string Column => dialect.Quote(column);

    /// <summary>The largest value of the column in a SELECT.</summary>
    /// <param name="without">Which of its rows do not count; null = all count.</param>
    public string Largest(string select, string? without = null) =>
        Over(select, $"max({Column})", without is null ? "" : $" WHERE NOT ({without})");

    /// <summary>How many rows of a SELECT have no value there, so that no bound finds them.</summary>
    public string CountWithout(string select) => Count(select, $"{Column} IS NULL");

    /// <summary>How many rows of a SELECT a condition holds for.</summary>
    public string Count(string select, string condition) => Over(select, dialect.CountRows, $" WHERE {condition}");

    /// <summary>The column of a SELECT alone.</summary>
    public string Alone(string select) => Over(select, Column, "");

    /// <summary>The rows of a query between the bounds.</summary>
    public string Between(string query, string? from, string to) =>
        Over(query, "*", $" WHERE {Condition(null, from, to)}");

    /// <summary>A condition of a table, if there is one, and the bounds.</summary>
    /// <param name="where">What the metadata ask for; null = all rows.</param>
    /// <param name="from">Sign of the lower bound; null = there is none.</param>
    /// <param name="to">Sign of the upper bound.</param>
    public string Condition(string? where, string? from, string to)
    {
        var asked = string.IsNullOrWhiteSpace(where) ? "" : $"({where}\n) AND ";
        var lower = from is null ? "" : $"{Column} {from} {From} AND ";
        return $"{asked}{lower}{Column} {to} {To}";
    }

    private string Over(string select, string asked, string where)
    {
        var (with, body) = dialect.PartWith(select.TrimEnd().TrimEnd(';'));
        return $"{with}SELECT {asked} FROM ({body}\n) orchestrator_source{where}";
    }
}
