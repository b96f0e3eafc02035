using System.Buffers.Text;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.Sqlite;

/// <summary>Writes typed values as the texts that SQLite keeps for them, in UTF-8, without allocating.</summary>
internal static class SqliteText
{
    /// <summary>Bytes of the longest text: a decimal of 38 digits, or a time with its offset.</summary>
    public const int BytesMax = 64;

    private const long TicksPerMillisecond = TimeSpan.TicksPerMillisecond;

    /// <summary>A decimal from its unscaled number: 12345 at scale 2 is 123.45.</summary>
    public static int Decimal(Int128 unscaled, int scale, Span<byte> text)
    {
        Span<byte> digits = stackalloc byte[48];
        (Int128.IsNegative(unscaled) ? -unscaled : unscaled).TryFormat(digits, out var count);
        var length = 0;
        if (Int128.IsNegative(unscaled))
        {
            text[length++] = (byte)'-';
        }

        var whole = Math.Max(count - scale, 0);
        if (whole == 0)
        {
            text[length++] = (byte)'0';
        }

        digits[..whole].CopyTo(text[length..]);
        length += whole;
        if (scale == 0)
        {
            return length;
        }

        text[length++] = (byte)'.';
        var zeros = scale - (count - whole);
        text.Slice(length, zeros).Fill((byte)'0');
        digits[whole..count].CopyTo(text[(length + zeros)..]);
        return length + scale;
    }

    /// <summary>A date, time or both, as its type shows it.</summary>
    public static int Temporal(SqlType type, long ticks, Span<byte> text)
    {
        var length = 0;
        if (type.Kind != SqlTypeKind.Time)
        {
            length = Date(ticks, text);
            if (type.Kind == SqlTypeKind.Date)
            {
                return length;
            }

            text[length++] = (byte)' ';
        }

        return length + Time(ticks % TimeSpan.TicksPerDay, type.FractionDigits, text[length..]);
    }

    /// <summary>A time with its offset: local date and time, then the offset.</summary>
    public static int Offset(SqlType type, Int128 packed, Span<byte> text)
    {
        var minutes = OffsetTime.OffsetMinutes(packed);
        var length = Temporal(type, OffsetTime.UtcTicks(packed) + minutes * TimeSpan.TicksPerMinute, text);
        text[length++] = (byte)' ';
        text[length++] = minutes < 0 ? (byte)'-' : (byte)'+';
        length += Digits(Math.Abs(minutes) / 60, 2, text[length..]);
        text[length++] = (byte)':';
        return length + Digits(Math.Abs(minutes) % 60, 2, text[length..]);
    }

    /// <summary>A uniqueidentifier from its bytes in the order of its text, in upper case as SQL Server shows
    /// it.</summary>
    public static int Guid(ReadOnlySpan<byte> value, Span<byte> text)
    {
        var length = 0;
        for (var i = 0; i < 16; i++)
        {
            if (i is 4 or 6 or 8 or 10)
            {
                text[length++] = (byte)'-';
            }

            text[length++] = Hex(value[i] >> 4);
            text[length++] = Hex(value[i] & 15);
        }

        return length;
    }

    /// <summary>A floating point number so that reading it gives the same number.</summary>
    public static int Double(double value, Span<byte> text)
    {
        Utf8Formatter.TryFormat(value, text, out var length);
        return length;
    }

    private static int Date(long ticks, Span<byte> text)
    {
        new DateTime(ticks).Deconstruct(out DateOnly date, out _);
        Digits(date.Year, 4, text);
        text[4] = (byte)'-';
        Digits(date.Month, 2, text[5..]);
        text[7] = (byte)'-';
        Digits(date.Day, 2, text[8..]);
        return 10;
    }

    private static int Time(long ticks, int fraction, Span<byte> text)
    {
        var seconds = (int)(ticks / TimeSpan.TicksPerSecond);
        var rest = (int)(ticks % TimeSpan.TicksPerSecond);
        Digits(seconds / 3600, 2, text);
        text[2] = (byte)':';
        Digits(seconds / 60 % 60, 2, text[3..]);
        text[5] = (byte)':';
        Digits(seconds % 60, 2, text[6..]);

        // datetime counts in thirds of 10 ms, which 3 digits cannot tell apart for ever: what is finer is shown whole.
        var digits = fraction == 3 && rest % TicksPerMillisecond != 0 ? 7 : fraction;
        if (digits == 0)
        {
            return 8;
        }

        text[8] = (byte)'.';
        Span<byte> all = stackalloc byte[7];
        Digits(rest, 7, all);
        all[..digits].CopyTo(text[9..]);
        return 9 + digits;
    }

    private static int Digits(int value, int count, Span<byte> text)
    {
        for (var i = count - 1; i >= 0; i--)
        {
            text[i] = (byte)('0' + value % 10);
            value /= 10;
        }

        return count;
    }

    private static byte Hex(int nibble) => (byte)(nibble < 10 ? '0' + nibble : 'A' + nibble - 10);
}
