using System.Buffers.Binary;
using System.Runtime.InteropServices;
using System.Text;
using static Orchestrator.Tds.TdsKind;

namespace Orchestrator.Tds;

/// <summary>
/// What the bytes of a value mean (MS-TDS 2.2.5.5). Values are bool, byte, short, int, long, decimal (SqlDecimal where
/// the digits are too many for it), float, double, DateOnly, TimeSpan, DateTime, DateTimeOffset, string, byte[], Guid
/// and <see cref="VariantValue"/>.
/// </summary>
internal static class ValueBytes
{
    public static object Decode(TdsType type, ReadOnlySpan<byte> bytes) => type.Kind switch
    {
        Bit => bytes[0] != 0,
        TinyInt => bytes[0],
        SmallInt => BinaryPrimitives.ReadInt16LittleEndian(bytes),
        Int => BinaryPrimitives.ReadInt32LittleEndian(bytes),
        BigInt => BinaryPrimitives.ReadInt64LittleEndian(bytes),
        TdsKind.Decimal or Numeric => DecimalBytes.Decode(bytes, type.Precision, type.Scale),
        SmallMoney => BinaryPrimitives.ReadInt32LittleEndian(bytes) * 0.0001m,
        Money => DecimalBytes.DecodeMoney(bytes),
        Real => BinaryPrimitives.ReadSingleLittleEndian(bytes),
        Float => BinaryPrimitives.ReadDoubleLittleEndian(bytes),
        Date or Time or SmallDateTime or TdsKind.DateTime or DateTime2 or TdsKind.DateTimeOffset =>
            TimeBytes.Decode(type, bytes),
        TdsKind.Char or VarChar or Text => EncodingOf(type).GetString(bytes),
        NChar or NVarChar or NText => new string(MemoryMarshal.Cast<byte, char>(bytes)),
        Xml => Encoding.Unicode.GetString(bytes).TrimStart('\uFEFF'),
        UniqueIdentifier => new Guid(bytes),
        Variant => VariantBytes.Decode(bytes),
        _ => bytes.ToArray(),
    };

    public static byte[] Encode(TdsType type, object value) => type.Kind switch
    {
        Bit => [Convert.ToBoolean(value) ? (byte)1 : (byte)0],
        TinyInt => [Convert.ToByte(value)],
        SmallInt => BitConverter.GetBytes(Convert.ToInt16(value)),
        Int => BitConverter.GetBytes(Convert.ToInt32(value)),
        BigInt => BitConverter.GetBytes(Convert.ToInt64(value)),
        TdsKind.Decimal or Numeric => DecimalBytes.Encode(value, type.Precision, type.Scale),
        SmallMoney => BitConverter.GetBytes(checked((int)DecimalBytes.Money(value))),
        Money => DecimalBytes.EncodeMoney(value),
        Real => BitConverter.GetBytes(Convert.ToSingle(value)),
        Float => BitConverter.GetBytes(Convert.ToDouble(value)),
        Date or Time or SmallDateTime or TdsKind.DateTime or DateTime2 or TdsKind.DateTimeOffset =>
            TimeBytes.Encode(type, value),
        TdsKind.Char => EncodingOf(type).GetBytes(((string)value).PadRight(type.Length)),
        VarChar or Text => EncodingOf(type).GetBytes((string)value),
        NChar => Units(((string)value).PadRight(type.Length)),
        NVarChar or NText or Xml => Units((string)value),
        Binary => [.. (byte[])value, .. new byte[type.Length - ((byte[])value).Length]],
        UniqueIdentifier => ((Guid)value).ToByteArray(),
        Variant => VariantBytes.Encode(value),
        _ => (byte[])value,
    };

    // As a server has them: half of a surrogate pair too.
    private static byte[] Units(string text) => MemoryMarshal.AsBytes(text.AsSpan()).ToArray();

    private static Encoding EncodingOf(TdsType type) => (type.Collation ?? Collation.Default).Encoding;
}
