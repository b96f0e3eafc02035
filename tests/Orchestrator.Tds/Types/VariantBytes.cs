using System.Buffers.Binary;
using static Orchestrator.Tds.TdsKind;

namespace Orchestrator.Tds;

/// <summary>The bytes of a sql_variant: the type's token, its properties, the value (MS-TDS 2.2.5.5.4).</summary>
internal static class VariantBytes
{
    public static VariantValue Decode(ReadOnlySpan<byte> bytes)
    {
        var properties = bytes[2..(2 + bytes[1])];
        var kind = TypeTokens.FindFixed(bytes[0]) ?? TypeTokens.Find(bytes[0]);
        var type = kind switch
        {
            TdsKind.Decimal or Numeric => new(kind) { Precision = properties[0], Scale = properties[1] },
            Time or DateTime2 or TdsKind.DateTimeOffset => new(kind) { Scale = properties[0] },
            Binary or VarBinary => new(kind) { Length = BinaryPrimitives.ReadUInt16LittleEndian(properties) },
            TdsKind.Char or VarChar or NChar or NVarChar => new(kind)
            {
                Collation = Collation.Of(properties[..Collation.Size]),
                Length = BinaryPrimitives.ReadUInt16LittleEndian(properties[Collation.Size..])
                    / (kind is NChar or NVarChar ? 2 : 1),
            },
            _ => new TdsType(kind),
        };
        return new(type, ValueBytes.Decode(type, bytes[(2 + bytes[1])..]));
    }

    public static byte[] Encode(object value)
    {
        var (type, inner) = (VariantValue)value;
        byte[] properties = type.Kind switch
        {
            TdsKind.Decimal or Numeric => [type.Precision, type.Scale],
            Time or DateTime2 or TdsKind.DateTimeOffset => [type.Scale],
            Binary or VarBinary => BitConverter.GetBytes((ushort)type.Length),
            TdsKind.Char or VarChar => [.. type.Collation!.Bytes, .. BitConverter.GetBytes((ushort)type.Length)],
            NChar or NVarChar => [.. type.Collation!.Bytes, .. BitConverter.GetBytes((ushort)(type.Length * 2))],
            _ => [],
        };
        var token = TypeTokens.HasFixed(type.Kind) ? TypeTokens.OfFixed(type.Kind) : TypeTokens.Of(type.Kind);
        return [token, (byte)properties.Length, .. properties, .. Encode(type, inner)];
    }

    /// <summary>A decimal in a variant has room for 38 digits, whatever its precision.</summary>
    private static byte[] Encode(TdsType type, object inner) => type.Kind is TdsKind.Decimal or Numeric
        ? DecimalBytes.Encode(inner, 38, type.Scale)
        : ValueBytes.Encode(type, inner);
}
