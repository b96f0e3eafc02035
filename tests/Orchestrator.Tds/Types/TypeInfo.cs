using static Orchestrator.Tds.TdsKind;

namespace Orchestrator.Tds;

/// <summary>A type as it stands on the wire: with the token without a length and so without NULL, or not.</summary>
internal readonly record struct WireType(TdsType Type, bool IsFixed);

/// <summary>The TYPE_INFO of columns and parameters (MS-TDS 2.2.5.6).</summary>
internal static class TypeInfo
{
    private const int Unlimited = 0xFFFF;
    private const int LongestText = int.MaxValue;
    private const string Assembly =
        ", Microsoft.SqlServer.Types, Version=11.0.0.0, Culture=neutral, PublicKeyToken=89845dcd8080cc91";

    public static void Write(MessageWriter to, WireType wire)
    {
        var (type, isFixed) = wire;
        to.Byte(isFixed ? TypeTokens.OfFixed(type.Kind) : TypeTokens.Of(type.Kind));
        if (isFixed)
        {
            return;
        }

        WriteSize(to, type);
        if (type.Collation is { } collation)
        {
            to.Bytes(collation.Bytes);
        }
    }

    public static WireType Read(MessageReader from)
    {
        var token = from.Byte();
        if (TypeTokens.FindFixed(token) is { } kind)
        {
            return new(new(kind), true);
        }

        if (token is TypeTokens.IntN or TypeTokens.FloatN or TypeTokens.MoneyN or TypeTokens.DateTimeN)
        {
            return new(new(TypeTokens.OfSize(token, from.Byte())), false);
        }

        var type = ReadSize(from, TypeTokens.Find(token));
        return new(TypeText.HasCollation(type.Kind)
            ? type with { Collation = Collation.Of(from.Span(Collation.Size)) }
            : type, false);
    }

    private static void WriteSize(MessageWriter to, TdsType type)
    {
        switch (type.Kind)
        {
            case TdsKind.Decimal or Numeric:
                to.Byte(17);
                to.Byte(type.Precision);
                to.Byte(type.Scale);
                break;
            case Time or DateTime2 or TdsKind.DateTimeOffset:
                to.Byte(type.Scale);
                break;
            case Date:
                break;
            case TdsKind.Char or VarChar or Binary or VarBinary:
                to.UInt16(type.Length == TdsType.Max ? Unlimited : type.Length);
                break;
            case NChar or NVarChar:
                to.UInt16(type.Length == TdsType.Max ? Unlimited : type.Length * 2);
                break;
            case RowVersion:
                to.UInt16(8);
                break;
            case Text or NText or Image:
                to.Int32(LongestText);
                break;
            case Variant:
                to.Int32(8009);
                break;
            case Xml:
                to.Byte(0);
                break;
            case Udt:
                WriteUdt(to, type.UdtName!);
                break;
            default:
                to.Byte((byte)TypeTokens.SizeOf(type.Kind));
                break;
        }
    }

    private static TdsType ReadSize(MessageReader from, TdsKind kind)
    {
        switch (kind)
        {
            case TdsKind.Decimal or Numeric:
                from.Byte();
                return new(kind) { Precision = from.Byte(), Scale = from.Byte() };
            case Time or DateTime2 or TdsKind.DateTimeOffset:
                return new(kind) { Scale = from.Byte() };
            case Date:
                return new(kind);
            case TdsKind.Char or VarChar or Binary or VarBinary:
                return new(kind) { Length = from.UInt16() is var bytes && bytes == Unlimited ? TdsType.Max : bytes };
            case NChar or NVarChar:
                return new(kind) { Length = from.UInt16() is var size && size == Unlimited ? TdsType.Max : size / 2 };
            case Text or NText or Image or Variant:
                from.Int32();
                return new(kind);
            case Xml:
                SkipSchema(from);
                return new(kind);
            case Udt:
                var (_, schema, name) = (ShortText(from), ShortText(from), ShortText(from));
                return new(kind) { UdtName = schema is "" or "sys" ? name : $"{schema}.{name}" };
            default:
                from.Byte();
                return new(kind);
        }
    }

    private static void WriteUdt(MessageWriter to, string name)
    {
        var dot = name.LastIndexOf('.');
        to.UInt16(Unlimited);
        to.ShortText("");
        to.ShortText(dot < 0 ? "sys" : name[..dot]);
        to.ShortText(name[(dot + 1)..]);
        to.Text(name switch
        {
            "geography" => "Microsoft.SqlServer.Types.SqlGeography" + Assembly,
            "geometry" => "Microsoft.SqlServer.Types.SqlGeometry" + Assembly,
            "hierarchyid" => "Microsoft.SqlServer.Types.SqlHierarchyId" + Assembly,
            _ => name,
        });
    }

    private static void SkipSchema(MessageReader from)
    {
        if (from.Byte() == 1)
        {
            ShortText(from);
            ShortText(from);
            from.Unicode(from.UInt16());
        }
    }

    private static string ShortText(MessageReader from) => from.Unicode(from.Byte());
}
