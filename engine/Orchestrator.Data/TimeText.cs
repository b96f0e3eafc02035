namespace Orchestrator.Data;

/// <summary>The parts that texts of dates and times are made of.</summary>
internal static class TimeParts
{
    private const int FractionDigits = 7;

    /// <summary>Two digits; −1 = they are none.</summary>
    public static int Two(ReadOnlySpan<byte> text, int at)
    {
        var (tens, ones) = ((uint)(text[at] - '0'), (uint)(text[at + 1] - '0'));
        return tens <= 9 && ones <= 9 ? (int)((tens * 10) + ones) : -1;
    }

    /// <summary>Ticks of `yyyy-MM-dd` or `yyyyMMdd` at the start of a text; false = there is none.</summary>
    public static bool Date(ReadOnlySpan<byte> text, out long ticks, out int length)
    {
        (ticks, length) = (0, 0);
        if (text.Length < 8)
        {
            return false;
        }

        var dashed = text[4] == '-';
        length = dashed ? 10 : 8;
        if (text.Length < length || (dashed && text[7] != '-'))
        {
            return false;
        }

        var (century, years) = (Two(text, 0), Two(text, 2));
        var (month, day) = dashed ? (Two(text, 5), Two(text, 8)) : (Two(text, 4), Two(text, 6));
        var year = (century * 100) + years;
        if (century < 0 || years < 0 || year < 1 || month is < 1 or > 12 || day < 1
            || day > DateTime.DaysInMonth(year, month))
        {
            return false;
        }

        ticks = new DateTime(year, month, day).Ticks;
        return true;
    }

    /// <summary>
    /// Ticks of `hh:mm[:ss[.fraction]]` at the start of a text; digits beyond the seventh are reported, not kept.
    /// </summary>
    public static bool TimeOfDay(ReadOnlySpan<byte> text, out long ticks, out int length, out bool loss)
    {
        (ticks, length, loss) = (0, 5, false);
        if (text.Length < length || text[2] != ':' || Two(text, 0) is < 0 or > 23 || Two(text, 3) is < 0 or > 59)
        {
            return false;
        }

        ticks = (Two(text, 0) * TimeSpan.TicksPerHour) + (Two(text, 3) * TimeSpan.TicksPerMinute);
        if (text.Length > 5 && text[5] == ':')
        {
            length = 8;
            if (text.Length < length || Two(text, 6) is < 0 or > 59)
            {
                return false;
            }

            ticks += Two(text, 6) * TimeSpan.TicksPerSecond;
            if (text.Length > 8 && text[8] == '.')
            {
                length = 9 + Fraction(text[9..], ref ticks, ref loss);
                return length > 9;
            }
        }

        return true;
    }

    private static int Fraction(ReadOnlySpan<byte> text, ref long ticks, ref bool loss)
    {
        var unit = TimeSpan.TicksPerSecond;
        var digits = 0;
        for (; digits < text.Length && (uint)(text[digits] - '0') <= 9; digits++)
        {
            unit /= 10;
            ticks += (text[digits] - '0') * unit;
            loss |= digits >= FractionDigits && text[digits] != '0';
        }

        return digits;
    }
}

/// <summary>Date and time of day to 100 ns, kept to a unit and within a range.</summary>
internal readonly struct DateTimeText(long min, long max, long unit, bool inThreeHundredths = false)
    : IValueText<long>
{
    public ValueResult Read(ReadOnlySpan<byte> text, out long value)
    {
        if (!TimeParts.Date(text, out value, out var length)
            && !TimeParts.Date(text = text.Trim((byte)' '), out value, out length))
        {
            return ValueResult.NotAValue;
        }

        var loss = false;
        if (text.Length > length)
        {
            if (text[length] is not ((byte)' ' or (byte)'T')
                || !TimeParts.TimeOfDay(text[(length + 1)..], out var time, out var timeLength, out loss)
                || !Rest(text[(length + 1 + timeLength)..]))
            {
                return text[length..].Trim((byte)' ').IsEmpty ? Keep(ref value, loss) : ValueResult.NotAValue;
            }

            value += time;
        }

        return Keep(ref value, loss);
    }

    private static bool Rest(ReadOnlySpan<byte> text) => text.IsEmpty || text.Trim((byte)' ').IsEmpty;

    private ValueResult Keep(ref long value, bool loss)
    {
        var over = unit == 1 ? 0 : value % unit;
        over += inThreeHundredths ? ThreeHundredths.Over(value - over) : 0;
        value -= over;
        return value < min || value > max ? ValueResult.OutOfRange
            : loss || over != 0 ? ValueResult.ScaleLoss : ValueResult.Ok;
    }
}

/// <summary>Time of day to 100 ns, kept to a unit.</summary>
internal readonly struct TimeText(long unit) : IValueText<long>
{
    public ValueResult Read(ReadOnlySpan<byte> text, out long value)
    {
        text = text.Trim((byte)' ');
        if (!TimeParts.TimeOfDay(text, out value, out var length, out var loss) || length != text.Length)
        {
            return ValueResult.NotAValue;
        }

        var over = value % unit;
        value -= over;
        return loss || over != 0 ? ValueResult.ScaleLoss : ValueResult.Ok;
    }
}

/// <summary>Date, time of day and offset (`+01:00`, `Z`; none = UTC is refused), as <see cref="OffsetTime"/>.</summary>
internal readonly struct OffsetText(long unit) : IValueText<Int128>
{
    private const int OffsetMax = 14 * 60;

    public ValueResult Read(ReadOnlySpan<byte> text, out Int128 value)
    {
        value = 0;
        text = text.Trim((byte)' ');
        if (!TimeParts.Date(text, out var ticks, out var at) || text.Length < at + 6
            || text[at] is not ((byte)' ' or (byte)'T')
            || !TimeParts.TimeOfDay(text[(at + 1)..], out var time, out var length, out var loss)
            || !Offset(text[(at + 1 + length)..].Trim((byte)' '), out var minutes))
        {
            return ValueResult.NotAValue;
        }

        var over = time % unit;
        var utc = ticks + time - over - (minutes * TimeSpan.TicksPerMinute);
        value = OffsetTime.Pack(utc, minutes);
        return utc < 0 || utc > DateTime.MaxValue.Ticks ? ValueResult.OutOfRange
            : loss || over != 0 ? ValueResult.ScaleLoss : ValueResult.Ok;
    }

    private static bool Offset(ReadOnlySpan<byte> text, out int minutes)
    {
        minutes = 0;
        if (text is [(byte)'Z'])
        {
            return true;
        }

        if (text is not [(byte)'+' or (byte)'-', _, _, (byte)':', _, _] || TimeParts.Two(text, 1) < 0
            || TimeParts.Two(text, 4) is < 0 or > 59)
        {
            return false;
        }

        minutes = ((TimeParts.Two(text, 1) * 60) + TimeParts.Two(text, 4)) * (text[0] == '-' ? -1 : 1);
        return Math.Abs(minutes) <= OffsetMax;
    }
}
