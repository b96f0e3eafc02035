using System.Text;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.Forms;

/// <summary>Takes dates and times apart that are written as a pattern says.</summary>
/// <param name="pattern">The pattern.</param>
/// <param name="literals">The signs that stand in it as they are, by their places.</param>
internal sealed class TimeTextReader(TimePattern pattern, byte[][] literals)
{
    private readonly TimePart[] _parts = [.. pattern.Parts];

    /// <summary>Takes a text apart; false = it is none of the pattern.</summary>
    public bool TryRead(ReadOnlySpan<byte> text, out TimeFields fields)
    {
        fields = new TimeFields();
        for (var i = 0; i < _parts.Length; i++)
        {
            var read = Read(i, text, ref fields);
            if (read < 0)
            {
                return false;
            }

            text = text[read..];
        }

        return text.IsEmpty;
    }

    // Bytes that a part takes of the text; below 0 = it does not stand there.
    private int Read(int place, ReadOnlySpan<byte> text, ref TimeFields fields)
    {
        var part = _parts[place];
        switch (part.Kind)
        {
            case TimePartKind.Literal:
                return text.StartsWith(literals[place]) ? literals[place].Length : -1;
            case TimePartKind.MonthName:
                fields.Month = MonthNames.Of(text);
                return fields.Month > 0 ? MonthNames.Length : -1;
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
                var (first, years) = (pattern.FirstYear, TimeFields.YearsOfShort);
                fields.Year = first + ((number - (first % years) + years) % years);
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
        return TimeFields.OffsetLength;
    }
}
