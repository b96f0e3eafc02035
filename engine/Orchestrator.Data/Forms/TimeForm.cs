using System.Text;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.Forms;

/// <summary>Dates and times as a pattern says. Nothing of it depends on the language of a machine.</summary>
public sealed class TimeForm : ValueForm
{
    private const int YearsOfShort = 100;
    private const int OffsetLength = 6;

    private static readonly byte[][] Months =
    [
        .. ((string[])["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"])
            .Select(Encoding.ASCII.GetBytes),
    ];

    private readonly TimePart[] _parts;
    private readonly byte[][] _literals;

    public TimeForm(TimePattern pattern)
    {
        Pattern = pattern;
        _parts = [.. pattern.Parts];
        _literals = [.. _parts.Select(part => Encoding.UTF8.GetBytes(part.Text))];
        Signs = string.Concat(_parts.Where(part => part.Kind == TimePartKind.Literal).Select(part => part.Text))
            + (pattern.HasOffset ? "+-:" : "");
        var plain = pattern.HasDate
            ? pattern.HasOffset ? "2026-01-31 23:59:58.1234567 +01:00"u8 : "2026-01-31 23:59:58.1234567"u8
            : "23:59:58.1234567"u8;
        var room = new byte[BytesMax];
        Example = Encoding.UTF8.GetString(room.AsSpan(0, Write(plain, room)));
    }

    /// <summary>The pattern.</summary>
    public TimePattern Pattern { get; }

    /// <inheritdoc />
    public override string Example { get; }

    /// <inheritdoc />
    public override string Signs { get; }

    /// <summary>Whether the year of a time, in ticks, is one that it can write.</summary>
    public bool HasYear(long ticks) => Pattern.FirstYear == 0
        || (new DateTime(ticks).Year is var year && year >= Pattern.FirstYear
            && year < Pattern.FirstYear + YearsOfShort);

    /// <inheritdoc />
    public override bool TryRead(ReadOnlySpan<byte> text, Span<byte> plain, out int length)
    {
        length = 0;
        text = text.Trim((byte)' ');
        var fields = new TimeFields();
        for (var i = 0; i < _parts.Length; i++)
        {
            var read = Read(i, text, ref fields);
            if (read < 0)
            {
                return false;
            }

            text = text[read..];
        }

        if (!text.IsEmpty)
        {
            return false;
        }

        length = Plain(fields, plain);
        return true;
    }

    /// <inheritdoc />
    public override int Write(ReadOnlySpan<byte> plain, Span<byte> to)
    {
        var fields = TimeFields.Of(plain);
        var length = 0;
        for (var i = 0; i < _parts.Length; i++)
        {
            length += Write(i, fields, to[length..]);
        }

        return length;
    }

    // Bytes that a part takes of the text; below 0 = it does not stand there.
    private int Read(int place, ReadOnlySpan<byte> text, ref TimeFields fields)
    {
        var part = _parts[place];
        switch (part.Kind)
        {
            case TimePartKind.Literal:
                return text.StartsWith(_literals[place]) ? _literals[place].Length : -1;
            case TimePartKind.MonthName:
                fields.Month = MonthOf(text);
                return fields.Month > 0 ? 3 : -1;
            case TimePartKind.DayHalf:
                return HalfOf(text, ref fields);
            case TimePartKind.Offset:
                return OffsetOf(text, ref fields);
            default:
                var digits = TimeDigits.Count(text, part.IsOpen ? 2 : part.Digits);
                if (digits < part.Digits)
                {
                    return -1;
                }

                Set(part, TimeDigits.Number(text[..digits]), ref fields);
                return digits;
        }
    }

    private void Set(TimePart part, int number, ref TimeFields fields)
    {
        switch (part.Kind)
        {
            case TimePartKind.Year:
                fields.Year = number;
                break;
            case TimePartKind.ShortYear:
                var first = Pattern.FirstYear;
                fields.Year = first + ((number - (first % YearsOfShort) + YearsOfShort) % YearsOfShort);
                break;
            case TimePartKind.Month:
                fields.Month = number;
                break;
            case TimePartKind.Day:
                fields.Day = number;
                break;
            case TimePartKind.Hour:
                fields.Hour = number;
                break;
            case TimePartKind.HalfHour:
                // 0 and 13 are no hours of a half day; 99 is none of any.
                fields.Hour = number is >= 1 and <= 12 ? number : 99;
                fields.IsHalf = number is >= 1 and <= 12;
                break;
            case TimePartKind.Minute:
                fields.Minute = number;
                break;
            case TimePartKind.Second:
                fields.Second = number;
                break;
            default:
                (fields.Fraction, fields.FractionDigits) = (number, part.Digits);
                break;
        }
    }

    private static int MonthOf(ReadOnlySpan<byte> text)
    {
        for (var month = 0; month < Months.Length && text.Length >= 3; month++)
        {
            if (Ascii.EqualsIgnoreCase(text[..3], Months[month]))
            {
                return month + 1;
            }
        }

        return 0;
    }

    private static int HalfOf(ReadOnlySpan<byte> text, ref TimeFields fields)
    {
        if (text.Length < 2)
        {
            return -1;
        }

        fields.IsAfternoon = Ascii.EqualsIgnoreCase(text[..2], "PM"u8);
        return fields.IsAfternoon || Ascii.EqualsIgnoreCase(text[..2], "AM"u8) ? 2 : -1;
    }

    private static int OffsetOf(ReadOnlySpan<byte> text, ref TimeFields fields)
    {
        if (text is [(byte)'Z', ..])
        {
            return 1;
        }

        if (text is not [(byte)'+' or (byte)'-', _, _, (byte)':', _, _, ..] || TimeDigits.Count(text[1..], 2) < 2
            || TimeDigits.Count(text[4..], 2) < 2)
        {
            return -1;
        }

        fields.IsWest = text[0] == '-';
        fields.OffsetHours = TimeDigits.Number(text[1..3]);
        fields.OffsetMinutes = TimeDigits.Number(text[4..6]);
        return OffsetLength;
    }

    // As ValueFormat writes it; what is no day or hour is for the reader of that to find.
    private int Plain(in TimeFields fields, Span<byte> plain)
    {
        var at = 0;
        if (Pattern.HasDate)
        {
            at = TimeDigits.Write(fields.Year, 4, plain);
            plain[at++] = (byte)'-';
            at += TimeDigits.Write(fields.Month, 2, plain[at..]);
            plain[at++] = (byte)'-';
            at += TimeDigits.Write(fields.Day, 2, plain[at..]);
        }

        if (!Pattern.HasTime)
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

        if (Pattern.HasOffset)
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
                _literals[place].CopyTo(to);
                return _literals[place].Length;
            case TimePartKind.MonthName:
                Months[Math.Clamp(fields.Month, 1, Months.Length) - 1].CopyTo(to);
                return 3;
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
        TimePartKind.ShortYear => fields.Year % YearsOfShort,
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
        return OffsetLength;
    }
}
