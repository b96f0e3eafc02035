using System.Buffers.Text;
using System.Globalization;
using Orchestrator.Core.Types;

namespace Orchestrator.Data;

/// <summary>
/// Values as UTF-8 text, in the form that bcp writes and the guard reads back: 12.50, 2008-04-30 00:00:00.000, upper
/// case hex and uniqueidentifiers, the shortest text of a float that gives it back.
/// </summary>
public static class ValueFormat
{
    /// <summary>Bytes that any value but text and binary needs at most.</summary>
    public const int BytesMax = 64;

    /// <summary>Writes a value that is not NULL and neither text nor binary; returns the bytes written.</summary>
    public static int Write(ColumnVector vector, int row, Span<byte> to) => vector.Storage switch
    {
        ValueStorage.Int64 => Write(vector.Int64s[row], vector.Type, to),
        ValueStorage.Double => Write(vector.Doubles[row], vector.Type, to),
        ValueStorage.Int128 when vector.Type.Kind == SqlTypeKind.DateTimeOffset =>
            WriteOffset(vector.Int128s[row], vector.Type.Scale, to),
        ValueStorage.Int128 => WriteScaled(vector.Int128s[row], vector.Type.Scale, to),
        _ => WriteGuid(vector.Bytes(row), to),
    };

    /// <summary>Writes a value of <see cref="ValueStorage.Int64"/>.</summary>
    public static int Write(long value, SqlType type, Span<byte> to) => type.Kind switch
    {
        SqlTypeKind.Decimal => WriteScaled(value, type.Scale, to),
        SqlTypeKind.Money or SqlTypeKind.SmallMoney => WriteScaled(value, 4, to),
        SqlTypeKind.Date => WriteDate(value, to),
        SqlTypeKind.Time => WriteTime(value, type.Scale, to),
        SqlTypeKind.DateTime2 => WriteDateTime(value, type.Scale, to),
        SqlTypeKind.DateTime => WriteDateTime(value, 3, to),
        SqlTypeKind.SmallDateTime => WriteDateTime(value, 0, to),
        _ => Utf8Formatter.TryFormat(value, to, out var written) ? written : throw TooShort(),
    };

    /// <summary>Writes a number without its point, with the point put in.</summary>
    public static int WriteScaled(Int128 value, int scale, Span<byte> to)
    {
        Span<byte> room = stackalloc byte[BytesMax];
        var digits = Digits(UInt128.CreateTruncating(value < 0 ? -value : value), scale + 1, room);
        var count = digits.Length;
        var at = 0;
        if (value < 0)
        {
            to[at++] = (byte)'-';
        }

        digits[..(count - scale)].CopyTo(to[at..]);
        at += count - scale;
        if (scale > 0)
        {
            to[at++] = (byte)'.';
            digits[(count - scale)..count].CopyTo(to[at..]);
            at += scale;
        }

        return at;
    }

    private static ReadOnlySpan<byte> Digits(UInt128 number, int digitsMin, Span<byte> room)
    {
        var at = room.Length;
        while (number > ulong.MaxValue)
        {
            (number, var digit) = UInt128.DivRem(number, 10);
            room[--at] = (byte)('0' + (int)digit);
        }

        for (var rest = (ulong)number; rest > 0; rest /= 10)
        {
            room[--at] = (byte)('0' + (rest % 10));
        }

        while (room.Length - at < digitsMin)
        {
            room[--at] = (byte)'0';
        }

        return room[at..];
    }

    private static int Write(double value, SqlType type, Span<byte> to) => type.Kind == SqlTypeKind.Real
        ? ((float)value).TryFormat(to, out var real, "R", CultureInfo.InvariantCulture) ? real : throw TooShort()
        : value.TryFormat(to, out var written, "R", CultureInfo.InvariantCulture) ? written : throw TooShort();

    private static int WriteGuid(ReadOnlySpan<byte> bytes, Span<byte> to)
    {
        Span<char> text = stackalloc char[36];
        new Guid(bytes, bigEndian: true).TryFormat(text, out var count);
        for (var i = 0; i < count; i++)
        {
            to[i] = (byte)char.ToUpperInvariant(text[i]);
        }

        return count;
    }

    private static int WriteDate(long ticks, Span<byte> to) =>
        new DateTime(ticks).TryFormat(to, out var written, "yyyy-MM-dd", CultureInfo.InvariantCulture)
            ? written
            : throw TooShort();

    private static int WriteTime(long ticks, int scale, Span<byte> to)
    {
        if (!new DateTime(ticks).TryFormat(to, out _, "HH:mm:ss.fffffff", CultureInfo.InvariantCulture))
        {
            throw TooShort();
        }

        return scale == 0 ? 8 : 9 + scale;
    }

    private static int WriteDateTime(long ticks, int scale, Span<byte> to)
    {
        var date = WriteDate(ticks, to);
        to[date] = (byte)' ';
        return date + 1 + WriteTime(ticks % TimeSpan.TicksPerDay, scale, to[(date + 1)..]);
    }

    private static int WriteOffset(Int128 packed, int scale, Span<byte> to)
    {
        var minutes = OffsetTime.OffsetMinutes(packed);
        var local = OffsetTime.UtcTicks(packed) + (minutes * TimeSpan.TicksPerMinute);
        var at = WriteDateTime(local, scale, to);
        to[at++] = (byte)' ';
        to[at++] = (byte)(minutes < 0 ? '-' : '+');
        minutes = Math.Abs(minutes);
        ReadOnlySpan<int> parts = [minutes / 60, minutes % 60];
        foreach (var part in parts)
        {
            to[at++] = (byte)('0' + (part / 10));
            to[at++] = (byte)('0' + (part % 10));
            to[at++] = (byte)':';
        }

        return at - 1;
    }

    private static ArgumentException TooShort() => new("too little room for a value");
}
