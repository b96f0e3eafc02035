using System.Buffers.Text;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.Sqlite;

/// <summary>Reads the texts that <see cref="SqliteText"/> writes.</summary>
internal static class SqliteTextParser
{
    private const int DateLength = 10;
    private const int TimeLength = 8;
    private const int OffsetLength = 7;

    /// <summary>A decimal as its unscaled number at that scale; more digits behind the point are refused.</summary>
    public static bool Decimal(ReadOnlySpan<byte> text, int scale, out Int128 unscaled)
    {
        unscaled = 0;
        Span<byte> plain = stackalloc byte[ExponentText.BytesMax];
        if (ExponentText.IsOne(text))
        {
            return ExponentText.Write(text, plain, out var length) == ValueResult.Ok
                && Decimal(plain[..length], scale, out unscaled);
        }

        var isNegative = text.Length > 0 && text[0] == '-';
        var digits = isNegative ? text[1..] : text;
        var point = digits.IndexOf((byte)'.');
        var behind = point < 0 ? 0 : digits.Length - point - 1;
        if (digits.Length is 0 or > 40 || behind > scale)
        {
            return false;
        }

        foreach (var digit in digits)
        {
            if (digit == '.')
            {
                continue;
            }

            if (!char.IsAsciiDigit((char)digit))
            {
                return false;
            }

            unscaled = unscaled * 10 + (digit - '0');
        }

        for (; behind < scale; behind++)
        {
            unscaled *= 10;
        }

        unscaled = isNegative ? -unscaled : unscaled;
        return true;
    }

    /// <summary>A date, time or both as ticks.</summary>
    public static bool Temporal(SqlType type, ReadOnlySpan<byte> text, out long ticks)
    {
        ticks = 0;
        if (type.Kind == SqlTypeKind.Time)
        {
            return Time(text, out ticks);
        }

        if (text.Length < DateLength || !Date(text[..DateLength], out ticks))
        {
            return false;
        }

        if (text.Length == DateLength)
        {
            return true;
        }

        var isRead = Time(text[(DateLength + 1)..], out var time) && text[DateLength] is (byte)' ' or (byte)'T';
        ticks += time;
        return isRead && type.Kind != SqlTypeKind.Date;
    }

    /// <summary>A time with its offset.</summary>
    public static bool Offset(SqlType type, ReadOnlySpan<byte> text, out Int128 packed)
    {
        packed = 0;
        if (text.Length < DateLength + OffsetLength || !Temporal(type, text[..^OffsetLength], out var local)
            || !Number(text[^5..^3], out var hours) || !Number(text[^2..], out var minutes))
        {
            return false;
        }

        var offset = (text[^6] == '-' ? -1 : 1) * (hours * 60 + minutes);
        packed = OffsetTime.Pack(local - offset * TimeSpan.TicksPerMinute, offset);
        return true;
    }

    /// <summary>A uniqueidentifier as 16 bytes in the order of its text.</summary>
    public static bool Guid(ReadOnlySpan<byte> text, Span<byte> value) =>
        Utf8Parser.TryParse(text, out Guid id, out var used) && used == text.Length
        && id.TryWriteBytes(value, bigEndian: true, out _);

    private static bool Date(ReadOnlySpan<byte> text, out long ticks)
    {
        ticks = 0;
        if (!Number(text[..4], out var year) || !Number(text[5..7], out var month) || !Number(text[8..], out var day)
            || text[4] != '-' || text[7] != '-' || year < 1 || month is < 1 or > 12
            || day < 1 || day > DateTime.DaysInMonth(year, month))
        {
            return false;
        }

        ticks = new DateTime(year, month, day).Ticks;
        return true;
    }

    private static bool Time(ReadOnlySpan<byte> text, out long ticks)
    {
        ticks = 0;
        if (text.Length < TimeLength || text[2] != ':' || text[5] != ':' || !Number(text[..2], out var hours)
            || !Number(text[3..5], out var minutes) || !Number(text[6..8], out var seconds)
            || hours > 23 || minutes > 59 || seconds > 59 || !Fraction(text[TimeLength..], out var fraction))
        {
            return false;
        }

        ticks = (hours * 3600L + minutes * 60 + seconds) * TimeSpan.TicksPerSecond + fraction;
        return true;
    }

    private static bool Fraction(ReadOnlySpan<byte> text, out int ticks)
    {
        ticks = 0;
        if (text.Length == 0)
        {
            return true;
        }

        if (text[0] != '.' || text.Length is < 2 or > 8 || !Number(text[1..], out ticks))
        {
            return false;
        }

        for (var i = text.Length - 1; i < 7; i++)
        {
            ticks *= 10;
        }

        return true;
    }

    private static bool Number(ReadOnlySpan<byte> text, out int number)
    {
        number = 0;
        foreach (var digit in text)
        {
            if (digit is < (byte)'0' or > (byte)'9')
            {
                return false;
            }

            number = number * 10 + digit - '0';
        }

        return true;
    }
}
