using Orchestrator.Core.Types;

namespace Orchestrator.Data.Forms;

/// <summary>Writes dates and times as a pattern says.</summary>
/// <param name="pattern">The pattern.</param>
/// <param name="literals">The signs that stand in it as they are, by their places.</param>
internal sealed class TimeTextWriter(TimePattern pattern, byte[][] literals)
{
    private readonly TimePart[] _parts = [.. pattern.Parts];

    /// <summary>Writes them, and returns how many bytes that took.</summary>
    public int Write(in TimeFields fields, Span<byte> to)
    {
        var length = 0;
        for (var i = 0; i < _parts.Length; i++)
        {
            length += Write(i, fields, to[length..]);
        }

        return length;
    }

    /// <summary>
    /// Writes them as <see cref="ValueFormat"/> does; what is no day or hour is for the reader of that to find.
    /// </summary>
    public int WritePlain(in TimeFields fields, Span<byte> plain)
    {
        var at = 0;
        if (pattern.HasDate)
        {
            at = TimeDigits.Write(fields.Year, 4, plain);
            plain[at++] = (byte)'-';
            at += TimeDigits.Write(fields.Month, 2, plain[at..]);
            plain[at++] = (byte)'-';
            at += TimeDigits.Write(fields.Day, 2, plain[at..]);
        }

        if (!pattern.HasTime)
        {
            return at;
        }

        if (at > 0)
        {
            plain[at++] = (byte)' ';
        }

        at += TimeDigits.Write(fields.HourOfDay, 2, plain[at..]);
        plain[at++] = (byte)':';
        at += TimeDigits.Write(fields.Minute, 2, plain[at..]);
        plain[at++] = (byte)':';
        at += TimeDigits.Write(fields.Second, 2, plain[at..]);
        if (fields.FractionDigits > 0)
        {
            plain[at++] = (byte)'.';
            at += TimeDigits.Write(fields.Fraction, fields.FractionDigits, plain[at..]);
        }

        if (pattern.HasOffset)
        {
            plain[at++] = (byte)' ';
            at += Offset(fields, plain[at..]);
        }

        return at;
    }

    private int Write(int place, in TimeFields fields, Span<byte> to)
    {
        var part = _parts[place];
        switch (part.Kind)
        {
            case TimePartKind.Literal:
                literals[place].CopyTo(to);
                return literals[place].Length;
            case TimePartKind.MonthName:
                MonthNames.All[Math.Clamp(fields.Month, 1, MonthNames.All.Length) - 1].CopyTo(to);
                return MonthNames.Length;
            case TimePartKind.DayHalf:
                (fields.Hour < 12 ? "AM"u8 : "PM"u8).CopyTo(to);
                return 2;
            case TimePartKind.Offset:
                return Offset(fields, to);
            case TimePartKind.Fraction:
                return Fraction(fields, part.Digits, to);
            default:
                return TimeDigits.Write(Of(part.Kind, fields), part.Digits, to);
        }
    }

    private static int Of(TimePartKind kind, in TimeFields fields) => kind switch
    {
        TimePartKind.Year => fields.Year,
        TimePartKind.ShortYear => fields.Year % TimeFields.YearsOfShort,
        TimePartKind.Month => fields.Month,
        TimePartKind.Day => fields.Day,
        TimePartKind.Hour => fields.Hour,
        TimePartKind.HalfHour => fields.Hour % 12 == 0 ? 12 : fields.Hour % 12,
        TimePartKind.Minute => fields.Minute,
        _ => fields.Second,
    };

    // The guard has seen to it that what is left out is zeros.
    private static int Fraction(in TimeFields fields, int digits, Span<byte> to)
    {
        Span<byte> all = stackalloc byte[8];
        all.Fill((byte)'0');
        TimeDigits.Write(fields.Fraction, fields.FractionDigits, all);
        all[..digits].CopyTo(to);
        return digits;
    }

    private static int Offset(in TimeFields fields, Span<byte> to)
    {
        to[0] = (byte)(fields.IsWest ? '-' : '+');
        TimeDigits.Write(fields.OffsetHours, 2, to[1..]);
        to[3] = (byte)':';
        TimeDigits.Write(fields.OffsetMinutes, 2, to[4..]);
        return TimeFields.OffsetLength;
    }
}
