using System.Buffers.Binary;
using System.Globalization;

namespace Orchestrator.Data.PostgreSql;

/// <summary>
/// numeric from text, for columns whose digits no neutral type holds: as many as there are, NaN and infinity too.
/// </summary>
internal sealed class NumericTextEncoder : CopyEncoder
{
    // numeric(p,s) holds 147,455 digits; with the header it is more than a room of the output.
    private const int DigitsMax = 4000;
    private const int GroupDigits = 4;

    private readonly byte[] _plain = new byte[DigitsMax];

    public override void Write(ColumnVector column, int row, CopyOutput to)
    {
        var text = column.Bytes(row).Trim((byte)' ');
        var sign = SignOf(text);
        if (sign is not (Numeric.Positive or Numeric.Negative))
        {
            WriteField(default, default, sign, to);
            return;
        }

        var digits = text is [(byte)'-' or (byte)'+', ..] ? text[1..] : text;
        var exponent = digits.IndexOfAny((byte)'e', (byte)'E');
        if (exponent >= 0)
        {
            digits = WithoutExponent(digits[..exponent], digits[(exponent + 1)..]);
        }

        var point = digits.IndexOf((byte)'.');
        var whole = point < 0 ? digits : digits[..point];
        var fraction = point < 0 ? default : digits[(point + 1)..];
        if (digits.Length > DigitsMax || whole.Length + fraction.Length == 0
            || whole.ContainsAnyExceptInRange((byte)'0', (byte)'9')
            || fraction.ContainsAnyExceptInRange((byte)'0', (byte)'9'))
        {
            throw new FormatException($"it is no number, or has more than {DigitsMax} digits");
        }

        WriteField(whole.TrimStart((byte)'0'), fraction, sign, to);
    }

    // 1.25E+4 is 12500, 1.25E-4 is 0.000125.
    private ReadOnlySpan<byte> WithoutExponent(ReadOnlySpan<byte> mantissa, ReadOnlySpan<byte> exponent)
    {
        var point = mantissa.IndexOf((byte)'.');
        var whole = point < 0 ? mantissa : mantissa[..point];
        var fraction = point < 0 ? default : mantissa[(point + 1)..];
        if (!int.TryParse(exponent, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var shift)
            || mantissa.Length + Math.Abs((long)shift) + 2 > DigitsMax)
        {
            throw new FormatException($"it is no number, or has more than {DigitsMax} digits");
        }

        // Zeros on the side that the point moves to, then the point at its new place.
        var before = Math.Max(0, -shift);
        var after = Math.Max(0, shift - fraction.Length);
        _plain.AsSpan(0, before).Fill((byte)'0');
        whole.CopyTo(_plain.AsSpan(before));
        fraction.CopyTo(_plain.AsSpan(before + whole.Length));
        var count = before + whole.Length + fraction.Length;
        _plain.AsSpan(count, after).Fill((byte)'0');
        count += after;
        var place = before + whole.Length + shift;
        _plain.AsSpan(place, count - place).CopyTo(_plain.AsSpan(place + 1));
        _plain[place] = (byte)'.';
        return _plain.AsSpan(0, count + 1);
    }

    private static ushort SignOf(ReadOnlySpan<byte> text) =>
        System.Text.Ascii.EqualsIgnoreCase(text, "NaN"u8) ? Numeric.NaN
        : System.Text.Ascii.EqualsIgnoreCase(text, "Infinity"u8) ? Numeric.Infinity
        : System.Text.Ascii.EqualsIgnoreCase(text, "-Infinity"u8) ? Numeric.NegativeInfinity
        : text is [(byte)'-', ..] ? Numeric.Negative
        : Numeric.Positive;

    private static void WriteField(ReadOnlySpan<byte> whole, ReadOnlySpan<byte> fraction, ushort sign, CopyOutput to)
    {
        var wholeGroups = (whole.Length + GroupDigits - 1) / GroupDigits;
        var fractionGroups = (fraction.TrimEnd((byte)'0').Length + GroupDigits - 1) / GroupDigits;
        var size = Numeric.HeaderBytes + (2 * (wholeGroups + fractionGroups));
        var room = to.Room(4 + size);
        BinaryPrimitives.WriteInt32BigEndian(room, size);
        BinaryPrimitives.WriteInt16BigEndian(room[4..], (short)(wholeGroups + fractionGroups));
        BinaryPrimitives.WriteInt16BigEndian(room[6..], (short)(wholeGroups - 1));
        BinaryPrimitives.WriteUInt16BigEndian(room[8..], sign);
        BinaryPrimitives.WriteInt16BigEndian(room[10..], (short)fraction.Length);
        for (var i = 0; i < wholeGroups; i++)
        {
            var end = whole.Length - (GroupDigits * (wholeGroups - 1 - i));
            BinaryPrimitives.WriteUInt16BigEndian(
                room[(12 + (2 * i))..], Group(whole[Math.Max(0, end - GroupDigits)..end], isFraction: false));
        }

        for (var i = 0; i < fractionGroups; i++)
        {
            var part = fraction[(GroupDigits * i)..];
            BinaryPrimitives.WriteUInt16BigEndian(
                room[(12 + (2 * (wholeGroups + i)))..],
                Group(part[..Math.Min(GroupDigits, part.Length)], isFraction: true));
        }

        to.Advance(4 + size);
    }

    private static ushort Group(ReadOnlySpan<byte> digits, bool isFraction)
    {
        var value = 0;
        foreach (var digit in digits)
        {
            value = (value * 10) + (digit - '0');
        }

        return (ushort)(isFraction ? value * Numeric.Power(GroupDigits - digits.Length) : value);
    }
}
