using System.Globalization;
using Orchestrator.Core.Types;

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

    /// <summary>The bound, before or behind all texts of its time; a number as one, whatever its digits.</summary>
    public static object Of(TypedValue value, bool isBefore) =>
        !value.Type.IsTemporal ? SqliteValue.Plain(value) is string digits
            ? double.Parse(digits, CultureInfo.InvariantCulture) : value
        : isBefore ? Shortest(value.Text) : value.Text + Longest[value.Text.Length..];

    /// <summary>What is no text that begins with a day, or has more digits of the second than a bound.</summary>
    public static string OtherTimes(string column) => $"typeof({column}) NOT IN ('null', 'text') OR {column} NOT GLOB "
        + $"'[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*' OR length({column}) > {Longest.Length}";

    private static string Shortest(string text)
    {
        var kept = text.Contains('.', StringComparison.Ordinal) ? text.TrimEnd('0').TrimEnd('.') : text;
        kept = kept.Length == SecondLength && kept.EndsWith(":00", StringComparison.Ordinal) ? kept[..^3] : kept;
        return kept.EndsWith(" 00:00", StringComparison.Ordinal) ? kept[..DayLength] : kept;
    }
}
