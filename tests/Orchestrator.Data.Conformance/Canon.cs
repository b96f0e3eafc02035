using System.Data.SqlTypes;
using System.Globalization;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.Conformance;

/// <summary>
/// One text for one value of a neutral type, whatever a client gave for it: numbers without superfluous zeros, times to
/// 100 ns, instants in UTC with their offset, bytes as hex, fixed widths without what fills them.
/// </summary>
internal static class Canon
{
    private const string Moment = "yyyy-MM-dd HH:mm:ss.fffffff";
    private const DateTimeStyles Utc = DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal;

    /// <summary>The text; null = NULL.</summary>
    public static string? Of(object? value, SqlType type) => value is null ? null : type switch
    {
        { Kind: SqlTypeKind.Bit } => value is bool or "t" or "f" ? (value is true or "t" ? "1" : "0") : Plain(value),
        { Kind: SqlTypeKind.Real } => ((float)Double(value)).ToString("R"),
        { IsFloat: true } => Double(value).ToString("R"),
        { IsNumber: true } => Number(value, type),
        { Kind: SqlTypeKind.Time } => Time(value).ToString(@"hh\:mm\:ss\.fffffff"),
        { Kind: SqlTypeKind.DateTimeOffset } => Instant(value).ToString(Moment + " zzz"),
        { IsTemporal: true } => Day(value).ToString(Moment),
        { Kind: SqlTypeKind.UniqueIdentifier } => Plain(value).ToUpperInvariant(),
        { IsBinary: true } => Bytes(value),
        { Kind: SqlTypeKind.Xml } => Plain(value).TrimStart('\uFEFF'),
        { Kind: SqlTypeKind.Char or SqlTypeKind.NChar } => Plain(value).TrimEnd(' '),
        _ => Plain(value),
    };

    private static string Plain(object value) => string.Format(CultureInfo.InvariantCulture, "{0}", value);

    private static double Double(object value) => value switch
    {
        double real => real,
        float real => real,
        _ => double.Parse(Plain(value), CultureInfo.InvariantCulture),
    };

    private static string Number(object value, SqlType type)
    {
        var text = value switch
        {
            double real when type.Scale > 0 => ((decimal)real).ToString(CultureInfo.InvariantCulture),
            double real => real.ToString("F0", CultureInfo.InvariantCulture),
            SqlDecimal number => number.ToString(),
            _ => Plain(value),
        };
        text = text.Contains('.', StringComparison.Ordinal) ? text.TrimEnd('0').TrimEnd('.') : text;
        var digits = text.TrimStart('-').TrimStart('0');
        digits = digits is "" || digits.StartsWith('.') ? "0" + digits : digits;
        return text.StartsWith('-') && digits != "0" ? "-" + digits : digits;
    }

    private static TimeSpan Time(object value) =>
        value as TimeSpan? ?? TimeSpan.Parse(Plain(value), CultureInfo.InvariantCulture);

    private static DateTime Day(object value) => value switch
    {
        DateTime time => time,
        DateOnly day => day.ToDateTime(TimeOnly.MinValue),
        _ => DateTime.Parse(Plain(value), CultureInfo.InvariantCulture, Utc),
    };

    private static DateTimeOffset Instant(object value) => value as DateTimeOffset?
        ?? DateTimeOffset.Parse(Plain(value), CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal);

    private static string Bytes(object value) => value is byte[] bytes
        ? Convert.ToHexString(bytes)
        : Plain(value).Replace("\\x", "", StringComparison.Ordinal).ToUpperInvariant();
}
