using System.Globalization;

namespace Orchestrator.Core.Types;

/// <summary>Dates and times as typed values.</summary>
internal static class TypedTimes
{
    private const DateTimeStyles Utc = DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal;

    private const int DigitsMax = 7;

    private static readonly string[] Forms =
    [
        "yyyy-MM-dd", "yyyy-MM-dd HH:mm", "yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd HH:mm:ss.FFFFFFF", "yyyy-MM-ddTHH:mm",
        "yyyy-MM-ddTHH:mm:ss", "yyyy-MM-ddTHH:mm:ss.FFFFFFF",
    ];

    private static readonly string[] OffsetForms = [.. Forms.SelectMany(form => new[] { form + " zzz", form + "zzz" })];

    public static (TypedValue?, string) Read(SqlType type, string text)
    {
        var read = RoundDown(type, text);
        return read is ({ } value, _) && TryRead(type, text, out var exact) && exact != TimeOf(type, value.Text)
            ? (null, $"it is finer than {type} keeps")
            : read;
    }

    public static (TypedValue?, string) RoundDown(SqlType type, string text) => TryRead(type, text, out var time)
        ? InRange(type, time)
        : (null, type.Kind switch
        {
            SqlTypeKind.Time => "it is no time, HH:mm:ss",
            SqlTypeKind.DateTimeOffset => "it is no time with an offset, yyyy-MM-dd HH:mm:ss +00:00",
            _ when TryRead(new SqlType(SqlTypeKind.DateTimeOffset, Scale: DigitsMax), text, out _) =>
                "it has an offset, which only datetimeoffset keeps",
            _ => "it is no date or time without an offset, yyyy-MM-dd or yyyy-MM-dd HH:mm:ss",
        });

    /// <summary>A time with all of its digits, in a type that has a fraction; null where it is none.</summary>
    public static TypedValue? Widened(SqlType type, string text)
    {
        if (!TryRead(type, text, out var time))
        {
            return null;
        }

        var kind = type.Kind == SqlTypeKind.DateTimeOffset ? type.Kind : SqlTypeKind.DateTime2;
        var least = Enumerable.Range(0, DigitsMax).Select(digits => new SqlType(kind, Scale: digits))
            .FirstOrDefault(each => Floor(each, time) == time, new SqlType(kind, Scale: DigitsMax));
        return Of(least, time);
    }

    public static TypedValue Less(TypedValue value, DateTime time, TimeSpan span)
    {
        var least = Least(value.Type);
        var back = time.Ticks - least.Ticks > span.Ticks ? time - span : least;
        return Of(value.Type, Floor(value.Type, back));
    }

    private static DateTime TimeOf(SqlType type, string text) => TryRead(type, text, out var time) ? time : default;

    private static bool TryRead(SqlType type, string text, out DateTime time)
    {
        var culture = CultureInfo.InvariantCulture;
        if (type.Kind == SqlTypeKind.Time)
        {
            return DateTime.TryParseExact(
                $"0001-01-01 {text}", Forms, culture, DateTimeStyles.AdjustToUniversal, out time);
        }

        // An instant is kept as UTC, so that values compare as what they mean. Some servers write whole hours alone.
        var isShort = text.Length > 3 && text[^3] is '+' or '-' && text.Contains(':', StringComparison.Ordinal);
        if (type.Kind == SqlTypeKind.DateTimeOffset && DateTimeOffset.TryParseExact(
            isShort ? text + ":00" : text, OffsetForms, culture, DateTimeStyles.None, out var instant))
        {
            time = instant.UtcDateTime;
            return true;
        }

        return DateTime.TryParseExact(text, Forms, culture, Utc, out time);
    }

    private static (TypedValue?, string) InRange(SqlType type, DateTime time)
    {
        var floor = Floor(type, time);
        return floor < Least(type) || floor > Latest(type)
            ? (null, $"{type} goes from {Least(type):yyyy-MM-dd} to {Latest(type):yyyy-MM-dd}")
            : (Of(type, floor), "");
    }

    private static DateTime Floor(SqlType type, DateTime time)
    {
        if (type.Kind == SqlTypeKind.DateTime)
        {
            // Thirds of a hundredth of a second, which SQL Server writes as .000, .003 and .007.
            var ofSecond = time.Ticks % TimeSpan.TicksPerSecond / TimeSpan.TicksPerMillisecond;
            var last = ofSecond % 10;
            var kept = ofSecond - last + (last >= 7 ? 7 : last >= 3 ? 3 : 0);
            var second = time.Ticks - (time.Ticks % TimeSpan.TicksPerSecond);
            return new DateTime(second + (kept * TimeSpan.TicksPerMillisecond));
        }

        var unit = type.Kind switch
        {
            SqlTypeKind.Date => TimeSpan.TicksPerDay,
            SqlTypeKind.SmallDateTime => TimeSpan.TicksPerMinute,
            _ => (long)Math.Pow(10, 7 - type.FractionDigits),
        };
        return new DateTime(time.Ticks - (time.Ticks % unit));
    }

    private static DateTime Least(SqlType type) => type.Kind switch
    {
        SqlTypeKind.DateTime => new DateTime(1753, 1, 1),
        SqlTypeKind.SmallDateTime => new DateTime(1900, 1, 1),
        _ => DateTime.MinValue,
    };

    private static DateTime Latest(SqlType type) =>
        type.Kind == SqlTypeKind.SmallDateTime ? new DateTime(2079, 6, 6, 23, 59, 0) : DateTime.MaxValue;

    private static TypedValue Of(SqlType type, DateTime time)
    {
        var fraction = type.FractionDigits == 0 ? "" : "." + new string('f', type.FractionDigits);
        var form = type.Kind switch
        {
            SqlTypeKind.Date => "yyyy-MM-dd",
            SqlTypeKind.Time => "HH:mm:ss" + fraction,
            SqlTypeKind.DateTimeOffset => $"yyyy-MM-dd HH:mm:ss{fraction} '+00:00'",
            _ => "yyyy-MM-dd HH:mm:ss" + fraction,
        };
        return new TypedValue(type, time.ToString(form, CultureInfo.InvariantCulture), time);
    }
}
