using Orchestrator.Types;

namespace Orchestrator.Data.Sqlite;

/// <summary>
/// Bounds of a watermark. SQLite compares times as the texts that they are, and one time has several: 10:20, 10:20:00,
/// 10:20:00.000. Each goes on where the shorter one ends, so the shortest stands before all of them and the longest
/// behind.
/// </summary>
internal static class SqliteBound
{
    private const int DayLength = 10;
    private const int SecondLength = 19;
    private const string Longest = "0000-00-00 00:00:00.0000000";

    /// <summary>The bound, before or behind all texts of its time; a number as it is.</summary>
    public static object Of(TypedValue value, bool isBefore) =>
        !value.Type.IsTemporal ? value : isBefore ? Shortest(value.Text) : value.Text + Longest[value.Text.Length..];

    private static string Shortest(string text)
    {
        var kept = text.Contains('.', StringComparison.Ordinal) ? text.TrimEnd('0').TrimEnd('.') : text;
        kept = kept.Length == SecondLength && kept.EndsWith(":00", StringComparison.Ordinal) ? kept[..^3] : kept;
        return kept.EndsWith(" 00:00", StringComparison.Ordinal) ? kept[..DayLength] : kept;
    }
}
