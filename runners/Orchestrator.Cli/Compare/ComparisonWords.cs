using Orchestrator.Compare;

namespace Orchestrator.Cli.Compare;

/// <summary>What people read of causes and kinds of differences.</summary>
internal static class ComparisonWords
{
    private const string Null = "NULL";

    public static string Of(DifferenceCause cause) => cause switch
    {
        DifferenceCause.LateRow => "late row",
        DifferenceCause.Scale => "scale",
        DifferenceCause.Collation => "collation",
        DifferenceCause.TrailingBlanks => "trailing blanks",
        DifferenceCause.NullOrEmpty => "NULL or empty",
        DifferenceCause.TimeZone => "time zone",
        DifferenceCause.Fractions => "fractions of a second",
        DifferenceCause.Default => "default",
        DifferenceCause.Duplicates => "order of duplicates",
        _ => "not known",
    };

    public static string Of(DifferenceKind kind) => kind switch
    {
        DifferenceKind.Missing => "missing",
        DifferenceKind.Extra => "extra",
        _ => "differs",
    };

    /// <summary>A value, or NULL.</summary>
    public static string Value(string? value) => value ?? Null;

    /// <summary>The values of a key.</summary>
    public static string Key(IReadOnlyList<string?> key) => string.Join(", ", key.Select(Value));
}
