using System.Globalization;
using Orchestrator.Import.Ssis.Drafts;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>A query that tells rows which stand in a package, in their order.</summary>
internal static class ItemQuery
{
    /// <summary>The query.</summary>
    /// <param name="columns">The names of the columns.</param>
    /// <param name="rows">The values of each row, of one at least.</param>
    /// <param name="platform">The platform that answers: a server of its packages, or the solution's own.</param>
    public static string Of(
        IReadOnlyList<string> columns, IReadOnlyList<IReadOnlyList<string>> rows, string platform)
    {
        var names = string.Join(", ", columns.Select(name => $"[{name}]"));
        if (platform == DraftPlatforms.Server)
        {
            var values = rows.Index().Select(row => $"({Number(row.Index)}, {Literals(row.Item, "N")})");
            return $"SELECT {names}\nFROM (VALUES\n    {string.Join(",\n    ", values)}\n) "
                + $"AS items (place, {names})\nORDER BY place\n";
        }

        var first = rows[0].Zip(columns, (value, name) => $"{Literal(value, "")} AS [{name}]");
        var others = rows.Index().Skip(1).Select(row => $"SELECT {Number(row.Index)}, {Literals(row.Item, "")}");
        var selects = others.Prepend($"SELECT 0 AS place, {string.Join(", ", first)}");
        return $"SELECT {names}\nFROM (\n    {string.Join("\n    UNION ALL ", selects)}\n) AS items\n"
            + "ORDER BY place\n";
    }

    private static string Literals(IReadOnlyList<string> values, string prefix) =>
        string.Join(", ", values.Select(value => Literal(value, prefix)));

    private static string Literal(string value, string prefix) =>
        $"{prefix}'{value.Replace("'", "''", StringComparison.Ordinal)}'";

    private static string Number(int number) => number.ToString(CultureInfo.InvariantCulture);
}
