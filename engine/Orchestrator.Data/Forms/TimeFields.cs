namespace Orchestrator.Data.Forms;

/// <summary>A date and a time in their parts, as they were read or are to be written.</summary>
internal struct TimeFields
{
    /// <summary>How many years a year of two digits may mean.</summary>
    public const int YearsOfShort = 100;

    /// <summary>Bytes of an offset to UTC: `+01:00`.</summary>
    public const int OffsetLength = 6;

    public int Year;
    public int Month;
    public int Day;
    public int Hour;
    public int Minute;
    public int Second;

    /// <summary>Digits of the fraction of a second as a number, and how many they are.</summary>
    public int Fraction;
    public int FractionDigits;

    /// <summary>Hours and minutes of the offset to UTC.</summary>
    public int OffsetHours;
    public int OffsetMinutes;
    public bool IsWest;

    /// <summary>Of hours to 12, whether AM or PM stood there.</summary>
    public bool IsAfternoon;
    public bool IsHalf;

    /// <summary>Takes apart what <see cref="ValueFormat"/> wrote.</summary>
    public static TimeFields Of(ReadOnlySpan<byte> plain)
    {
        var fields = new TimeFields();
        if (plain.Length > 4 && plain[4] == '-')
        {
            fields.Year = TimeDigits.Number(plain[..4]);
            fields.Month = TimeDigits.Number(plain[5..7]);
            fields.Day = TimeDigits.Number(plain[8..10]);
            plain = plain.Length > 10 ? plain[11..] : default;
        }

        if (plain.Length >= 8)
        {
            fields.Hour = TimeDigits.Number(plain[..2]);
            fields.Minute = TimeDigits.Number(plain[3..5]);
            fields.Second = TimeDigits.Number(plain[6..8]);
            plain = plain[8..];
        }

        if (plain is [(byte)'.', ..])
        {
            var end = plain.IndexOf((byte)' ');
            var digits = end < 0 ? plain[1..] : plain[1..end];
            (fields.Fraction, fields.FractionDigits) = (TimeDigits.Number(digits), digits.Length);
            plain = plain[(1 + digits.Length)..];
        }

        if (plain is [(byte)' ', var sign, _, _, (byte)':', _, _])
        {
            fields.IsWest = sign == '-';
            fields.OffsetHours = TimeDigits.Number(plain[2..4]);
            fields.OffsetMinutes = TimeDigits.Number(plain[5..7]);
        }

        return fields;
    }

    /// <summary>Hours to 23.</summary>
    public readonly int HourOfDay => IsHalf ? (Hour % 12) + (IsAfternoon ? 12 : 0) : Hour;
}
