using System.Globalization;

namespace Orchestrator.Data.PostgreSql;

/// <summary>What a source is asked for whose rows pass through: they come as the target's columns stand.</summary>
internal static class PassThroughDialect
{
    /// <summary>Columns of a query by their place, and behind them those that have one value for all rows.</summary>
    public static string Select(
        string query, int columns, IReadOnlyList<int> places, IReadOnlyList<FilledColumn> filled)
    {
        var names = string.Join(", ", Enumerable.Range(0, columns).Select(i => $"c{i}"));
        var list = string.Join(", ", [.. places.Select(place => $"c{place}"), .. filled.Select(Constant)]);
        return $"SELECT {list} FROM ({query}\n) AS q({names})";
    }

    // Text without measures: a cast to some would cut in silence, where the target's column refuses.
    private static string Constant(FilledColumn filled) => filled.Value switch
    {
        null => "NULL::text",
        long number when filled.Column.Type.IsInteger =>
            $"{number.ToString(CultureInfo.InvariantCulture)}::{PostgreSqlTypeMap.Declare(filled.Column.Type)}",
        string text when ValueStorages.IsText(filled.Column.Type) => $"{Literal(text)}::text",
        _ => throw new ArgumentException(
            $"{filled.Column.Name}: a {filled.Value.GetType().Name} is no {filled.Column.Type}", nameof(filled)),
    };

    internal static string Literal(string text) => " E'"
        + text.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("'", "''", StringComparison.Ordinal) + "'";
}
