using static Orchestrator.Tds.TdsKind;

namespace Orchestrator.Tds;

/// <summary>The bytes that stand for types on the wire (MS-TDS 2.2.5.4).</summary>
internal static class TypeTokens
{
    public const byte IntN = 0x26;
    public const byte FloatN = 0x6D;
    public const byte MoneyN = 0x6E;
    public const byte DateTimeN = 0x6F;

    /// <summary>Types without a length, so without NULL: token, type.</summary>
    private static readonly Dictionary<byte, TdsKind> Fixed = new()
    {
        [0x30] = TinyInt,
        [0x32] = Bit,
        [0x34] = SmallInt,
        [0x38] = Int,
        [0x7F] = BigInt,
        [0x3A] = SmallDateTime,
        [0x3D] = TdsKind.DateTime,
        [0x3B] = Real,
        [0x3E] = Float,
        [0x7A] = SmallMoney,
        [0x3C] = Money,
    };

    private static readonly Dictionary<byte, TdsKind> Others = new()
    {
        [0x68] = Bit,
        [0x6A] = TdsKind.Decimal,
        [0x6C] = Numeric,
        [0x28] = Date,
        [0x29] = Time,
        [0x2A] = DateTime2,
        [0x2B] = TdsKind.DateTimeOffset,
        [0xAF] = TdsKind.Char,
        [0xA7] = VarChar,
        [0xEF] = NChar,
        [0xE7] = NVarChar,
        [0xAD] = Binary,
        [0xA5] = VarBinary,
        [0x24] = UniqueIdentifier,
        [0x23] = Text,
        [0x63] = NText,
        [0x22] = Image,
        [0xF1] = Xml,
        [0x62] = Variant,
        [0xF0] = Udt,
    };

    public static TdsKind? FindFixed(byte token) => Fixed.TryGetValue(token, out var kind) ? kind : null;

    public static TdsKind Find(byte token) => Others.TryGetValue(token, out var kind)
        ? kind
        : throw new InvalidDataException($"this server does not know the type token 0x{token:X2}");

    public static byte OfFixed(TdsKind kind) => Fixed.First(one => one.Value == kind).Key;

    /// <summary>Whether the type has a token without a length.</summary>
    public static bool HasFixed(TdsKind kind) => Fixed.ContainsValue(kind);

    public static byte Of(TdsKind kind) => kind switch
    {
        TinyInt or SmallInt or Int or BigInt => IntN,
        Real or Float => FloatN,
        SmallMoney or Money => MoneyN,
        SmallDateTime or TdsKind.DateTime => DateTimeN,
        RowVersion => 0xAD,
        _ => Others.First(one => one.Value == kind).Key,
    };

    /// <summary>The type that a token with a length in bytes stands for.</summary>
    public static TdsKind OfSize(byte token, int size) => (token, size) switch
    {
        (IntN, 1) => TinyInt,
        (IntN, 2) => SmallInt,
        (IntN, 4) => Int,
        (IntN, 8) => BigInt,
        (FloatN, 4) => Real,
        (FloatN, 8) => Float,
        (MoneyN, 4) => SmallMoney,
        (MoneyN, 8) => Money,
        (DateTimeN, 4) => SmallDateTime,
        (DateTimeN, 8) => TdsKind.DateTime,
        _ => throw new InvalidDataException($"no type has the token 0x{token:X2} and {size} bytes"),
    };

    /// <summary>Bytes of a value of a type that always has as many.</summary>
    public static int SizeOf(TdsKind kind) => kind switch
    {
        Bit or TinyInt => 1,
        SmallInt => 2,
        Int or Real or SmallMoney or SmallDateTime => 4,
        BigInt or Float or Money or TdsKind.DateTime or RowVersion => 8,
        UniqueIdentifier => 16,
        _ => throw new InvalidDataException($"a {kind} has no fixed size"),
    };
}
