using System.Buffers.Binary;

namespace Orchestrator.Data.PostgreSql;

/// <summary>The binary form of numeric: number of groups, weight, sign, scale, then groups of four digits.</summary>
internal static class Numeric
{
    /// <summary>What a group counts to.</summary>
    public const int Base = 10_000;

    /// <summary>Bytes before the groups.</summary>
    public const int HeaderBytes = 8;

    /// <summary>Bytes of the longest field of a number of 38 digits, its length among them.</summary>
    public const int FieldBytesMax = 4 + HeaderBytes + (2 * GroupsMax);

    public const ushort Positive = 0;
    public const ushort Negative = 0x4000;
    public const ushort NaN = 0xC000;
    public const ushort Infinity = 0xD000;
    public const ushort NegativeInfinity = 0xF000;

    private const int GroupsMax = 12;

    private static readonly long[] Powers = [.. Enumerable.Range(0, 19).Select(n => (long)Math.Pow(10, n))];

    /// <summary>10 to the power of 0 to 18.</summary>
    public static long Power(int exponent) => Powers[exponent];

    /// <summary>Text of what is no number.</summary>
    public static ReadOnlySpan<byte> TextOfSign(ushort sign) => sign switch
    {
        NaN => "NaN"u8,
        Infinity => "Infinity"u8,
        _ => "-Infinity"u8,
    };

    /// <summary>Writes a field as text, with all digits of its scale; returns the length.</summary>
    public static int Write(ReadOnlySpan<byte> field, int weight, int scale, bool isNegative, Span<byte> text)
    {
        var length = 0;
        if (isNegative)
        {
            text[length++] = (byte)'-';
        }

        var first = length;
        for (var i = 0; i <= weight; i++)
        {
            length += WriteGroup(Group(field, i), text[length..]);
        }

        length = TrimZeros(text, first, length);
        if (scale == 0)
        {
            return length;
        }

        text[length++] = (byte)'.';
        var point = length;
        Span<byte> digits = stackalloc byte[4];
        for (var i = weight + 1; length - point < scale; i++)
        {
            WriteGroup(i < 0 ? 0 : Group(field, i), digits);
            var count = Math.Min(4, scale - (length - point));
            digits[..count].CopyTo(text[length..]);
            length += count;
        }

        return length;
    }

    /// <summary>
    /// Writes a field from a number without its point, as bytes of its length and itself; returns how many.
    /// </summary>
    public static int WriteField(Int128 value, int scale, Span<byte> to)
    {
        Span<ushort> groups = stackalloc ushort[GroupsMax];
        var isNegative = value < 0;
        var count = Split(UInt128.CreateTruncating(isNegative ? -value : value), scale, groups);
        var weight = count - ((scale + 3) / 4) - 1;
        var last = 0;
        while (last < count && groups[last] == 0)
        {
            last++;
        }

        var size = HeaderBytes + (2 * (count - last));
        BinaryPrimitives.WriteInt32BigEndian(to, size);
        BinaryPrimitives.WriteInt16BigEndian(to[4..], (short)(count - last));
        BinaryPrimitives.WriteInt16BigEndian(to[6..], (short)(count == last ? 0 : weight));
        BinaryPrimitives.WriteUInt16BigEndian(to[8..], isNegative ? Negative : Positive);
        BinaryPrimitives.WriteInt16BigEndian(to[10..], (short)scale);
        for (var (i, at) = (count - 1, 12); i >= last; i--, at += 2)
        {
            BinaryPrimitives.WriteUInt16BigEndian(to[at..], groups[i]);
        }

        return 4 + size;
    }

    /// <summary>Writes the field of NaN; returns how many bytes.</summary>
    public static int WriteNaN(Span<byte> to)
    {
        BinaryPrimitives.WriteInt32BigEndian(to, HeaderBytes);
        to.Slice(4, HeaderBytes).Clear();
        BinaryPrimitives.WriteUInt16BigEndian(to[8..], NaN);
        return 4 + HeaderBytes;
    }

    // Groups from the lowest, none above the highest digit; the lowest is filled up to four digits behind the point.
    private static int Split(UInt128 value, int scale, Span<ushort> groups)
    {
        var count = 0;
        var digits = scale & 3;
        if (digits != 0 && value != 0)
        {
            (value, var rest) = UInt128.DivRem(value, (ulong)Power(digits));
            groups[count++] = (ushort)((ulong)rest * (ulong)Power(4 - digits));
        }

        while (value > ulong.MaxValue)
        {
            (value, var rest) = UInt128.DivRem(value, Base);
            groups[count++] = (ushort)rest;
        }

        for (var small = (ulong)value; small != 0; small /= Base)
        {
            groups[count++] = (ushort)(small % Base);
        }

        return count;
    }

    private static int TrimZeros(Span<byte> text, int first, int length)
    {
        var zeros = 0;
        while (first + zeros < length - 1 && text[first + zeros] == '0')
        {
            zeros++;
        }

        text[(first + zeros)..length].CopyTo(text[first..]);
        length -= zeros;
        if (length == first)
        {
            text[length++] = (byte)'0';
        }

        return length;
    }

    private static int Group(ReadOnlySpan<byte> field, int index)
    {
        var at = HeaderBytes + (2 * index);
        return at < field.Length ? BinaryPrimitives.ReadUInt16BigEndian(field[at..]) : 0;
    }

    private static int WriteGroup(int group, Span<byte> text)
    {
        text[0] = (byte)('0' + (group / 1000));
        text[1] = (byte)('0' + (group / 100 % 10));
        text[2] = (byte)('0' + (group / 10 % 10));
        text[3] = (byte)('0' + (group % 10));
        return 4;
    }
}
