using System.Globalization;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.SqlServer;

/// <summary>
/// What a comparison does to a computed value: one whose type ranks below the column's is converted first, with the
/// same loss as when it was assigned, so that nothing would be seen.
/// </summary>
internal static class SqlServerResults
{
    private const int DigitsMax = 38;

    // By rank, the highest first; of two values the one that ranks lower is converted.
    private static readonly string[] Ranks =
    [
        "datetimeoffset", "datetime2", "datetime", "smalldatetime", "date", "time", "float", "real", "decimal", "money",
        "smallmoney", "bigint", "int", "smallint", "tinyint", "bit", "ntext", "text", "image", "uniqueidentifier",
        "nvarchar", "nchar", "varchar", "char", "varbinary", "binary",
    ];

    private static readonly string[] WholeNumbers = ["bigint", "int", "smallint", "tinyint", "bit"];

    /// <summary>Why a result cannot be held against a column, as the end of a sentence; null where it can.</summary>
    /// <param name="column">The column's type. A text compares results as texts and takes all.</param>
    /// <param name="result">The result's type as the server tells it; null = it does not.</param>
    public static string? Refusal(SqlType column, string? result) => column.IsText ? null
        : result is null ? "the server does not tell its type"
        : IsKept(column.ToString(), result) ? null
        : $"it is {result}, which becomes {column} before anybody could see what gets lost";

    private static bool IsKept(string column, string result)
    {
        var (to, from) = (Name(column), Name(result));
        var (rank, ofResult) = (Array.IndexOf(Ranks, to), Array.IndexOf(Ranks, from));
        return rank < 0 || ofResult < 0 ? to == from
            : ofResult > rank ? IsExact(from, to)
            : from != "decimal" || FitTogether(Digits(column), Digits(result));
    }

    // What is converted and loses nothing, or is refused by the server.
    private static bool IsExact(string from, string to) => to switch
    {
        "datetimeoffset" or "datetime" => from is "date" || (to == "datetime" && from == "smalldatetime"),
        "datetime2" => from is "date" or "smalldatetime",
        "smalldatetime" => from == "date",
        "float" => from is "real" or "int" or "smallint" or "tinyint" or "bit",
        "real" => from is "smallint" or "tinyint" or "bit",
        "decimal" or "money" or "smallmoney" or "bigint" or "int" or "smallint" or "tinyint" =>
            WholeNumbers.Contains(from) || (to == "money" && from == "smallmoney"),
        "varbinary" => from == "binary",
        _ => false,
    };

    // Two decimals are compared in one that holds both, but for digits behind the point where 38 are too few.
    private static bool FitTogether((int Before, int Behind) column, (int Before, int Behind) result) =>
        Math.Max(column.Before, result.Before) + Math.Max(column.Behind, result.Behind) <= DigitsMax;

    private static (int Before, int Behind) Digits(string type) => Name(type) switch
    {
        "money" => (15, 4),
        "smallmoney" => (6, 4),
        "decimal" => Declared(type[(type.IndexOf('(', StringComparison.Ordinal) + 1)..].TrimEnd(')').Split(',')),
        _ => (19, 0),
    };

    private static (int Before, int Behind) Declared(string[] measures)
    {
        var behind = measures.Length > 1 ? int.Parse(measures[1], CultureInfo.InvariantCulture) : 0;
        return (int.Parse(measures[0], CultureInfo.InvariantCulture) - behind, behind);
    }

    private static string Name(string type)
    {
        var name = type.Split('(')[0];
        return name == "numeric" ? "decimal" : name;
    }
}
