using System.Text.RegularExpressions;

namespace Orchestrator.Data.PostgreSql;

/// <summary>
/// The types whose binary form may go from one server into another as it is. The receiving server rounds, pads and
/// cuts in silence to the measures of its column, so these must be equal, or the column must have none. What names
/// objects of its own database (reg types), or has parts that it defines (enums, composites, domains, arrays), is not
/// among them, nor money, whose digits depend on a setting.
/// </summary>
internal static partial class PassedTypes
{
    private static readonly HashSet<string> Fixed =
    [
        "boolean", "smallint", "integer", "bigint", "real", "double precision", "bytea", "date", "uuid", "json",
        "jsonb", "text",
    ];

    private static readonly HashSet<string> Measured =
    [
        "character varying", "numeric", "time without time zone", "timestamp without time zone",
        "timestamp with time zone",
    ];

    /// <summary>Why bytes may not go from a type into another, as the end of a sentence; null where they may.</summary>
    /// <param name="source">Declaration of the source's type, with its measures.</param>
    /// <param name="target">Declaration of the target's.</param>
    public static string? Refusal(string source, string target)
    {
        // The client writes numeric(9, 2) where the catalog says numeric(9,2).
        (source, target) = (WithoutBlanks(source), WithoutBlanks(target));
        var bare = Measures().Replace(source, "");
        var isBlankPadded = bare == "character" && bare != source;
        if (!Fixed.Contains(source) && !Measured.Contains(bare) && !isBlankPadded)
        {
            return $"{source} is not of the types that pass as they are";
        }

        var isWider = !isBlankPadded && (target == bare || (IsText(target) && IsText(bare)));
        return source == target || isWider ? null : $"it is {source} in the source and {target} in the target";
    }

    private static string WithoutBlanks(string declaration) =>
        declaration.Replace(", ", ",", StringComparison.Ordinal);

    private static bool IsText(string declaration) => declaration is "text" or "character varying";

    [GeneratedRegex(@"\([0-9,-]+\)")]
    private static partial Regex Measures();
}
