using System.Buffers.Binary;
using System.Data.SqlTypes;
using System.Numerics;

namespace Orchestrator.Tds;

/// <summary>decimal, numeric and money (MS-TDS 2.2.5.5.1).</summary>
internal static class DecimalBytes
{
    private const int DecimalScaleMax = 28;
    private static readonly BigInteger DecimalMax = (BigInteger.One << 96) - 1;

    /// <summary>A sign, 1 for plus, before the digits as a whole number.</summary>
    public static object Decode(ReadOnlySpan<byte> bytes, byte precision, byte scale)
    {
        var digits = new BigInteger(bytes[1..], isUnsigned: true);
        var isNegative = bytes[0] == 0;
        return digits <= DecimalMax && scale <= DecimalScaleMax
            ? (object)new decimal(Part(digits, 0), Part(digits, 1), Part(digits, 2), isNegative, scale)
            : new SqlDecimal(precision, scale, !isNegative,
                [Part(digits, 0), Part(digits, 1), Part(digits, 2), Part(digits, 3)]);
    }

    public static byte[] Encode(object value, byte precision, byte scale)
    {
        var exact = value is SqlDecimal large ? large : new SqlDecimal(Convert.ToDecimal(value));
        exact = SqlDecimal.ConvertToPrecScale(exact, precision, scale);
        var bytes = new byte[1 + precision switch { <= 9 => 4, <= 19 => 8, <= 28 => 12, _ => 16 }];
        bytes[0] = exact.IsPositive ? (byte)1 : (byte)0;
        for (var i = 1; i < bytes.Length; i += 4)
        {
            BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(i), exact.Data[(i - 1) / 4]);
        }

        return bytes;
    }

    /// <summary>The high half first, each half little-endian.</summary>
    public static decimal DecodeMoney(ReadOnlySpan<byte> bytes)
    {
        var high = (long)BinaryPrimitives.ReadInt32LittleEndian(bytes) << 32;
        return (high | BinaryPrimitives.ReadUInt32LittleEndian(bytes[4..])) * 0.0001m;
    }

    public static byte[] EncodeMoney(object value)
    {
        var bytes = new byte[8];
        var tenThousandths = Money(value);
        BinaryPrimitives.WriteInt32LittleEndian(bytes, (int)(tenThousandths >> 32));
        BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(4), (int)tenThousandths);
        return bytes;
    }

    /// <summary>Ten thousandths of the unit.</summary>
    public static long Money(object value) => checked((long)(Convert.ToDecimal(value) * 10_000m));

    private static int Part(BigInteger digits, int index) => (int)(uint)((digits >> (32 * index)) & uint.MaxValue);
}
