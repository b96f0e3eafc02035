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
    public string Largest(string select) => $"SELECT max({Column}) FROM ({select}\n) orchestrator_source";

    /// <summary>How many rows of a SELECT have no value there, so that no bound finds them.</summary>
    public string CountWithout(string select) => Count(select, $"{Column} IS NULL");

    /// <summary>How many rows of a SELECT a condition holds for.</summary>
    public static string Count(string select, string condition) =>
        $"SELECT count(*) FROM ({select}\n) orchestrator_source WHERE {condition}";

    /// <summary>The rows of a query between the bounds.</summary>
    public string Between(string query, string? from, string to) =>
        $"SELECT * FROM ({query}\n) orchestrator_source WHERE {Condition(null, from, to)}";

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
}
