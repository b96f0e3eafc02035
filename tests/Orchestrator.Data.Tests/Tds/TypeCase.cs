using System.Data.SqlTypes;
using Orchestrator.Tds;

namespace Orchestrator.Data.Tests.Tds;

/// <summary>A value of a type, as the server decodes it and as the client shows it.</summary>
internal sealed record TypeCase(string Type, object Value, object Client)
{
    private TypeCase(string type, object value)
        : this(type, value, value)
    {
    }

    public override string ToString()
    {
        var value = ValueText.Show(Value);
        return $"{Type} {value[..Math.Min(value.Length, 30)]}";
    }

    public static IEnumerable<TypeCase> All() => [.. Numbers(), .. Times(), .. Texts(), .. Others()];

    /// <summary>Types that a server sends, but that a bulk copy of the client cannot carry.</summary>
    public static IEnumerable<TypeCase> OnlyRead() =>
    [
        new("rowversion", new byte[] { 0, 0, 0, 0, 0, 0, 0x07, 0xD1 }),
        new("numeric(5,2)", 123.45m),
    ];

    private static IEnumerable<TypeCase> Numbers() =>
    [
        new("bit", true),
        new("bit", false),
        new("tinyint", (byte)255),
        new("smallint", short.MinValue),
        new("int", int.MinValue),
        new("int", int.MaxValue),
        new("bigint", long.MinValue),
        new("bigint", long.MaxValue),
        new("decimal(5,2)", -123.45m),
        new("decimal(18,0)", 999_999_999_999_999_999m),
        new("decimal(28,28)", 0.1234567890123456789012345678m),
        new("decimal(38,10)", 12.5000000000m),
        new("smallmoney", 214_748.3647m),
        new("smallmoney", -214_748.3648m),
        new("money", 922_337_203_685_477.5807m),
        new("money", -922_337_203_685_477.5808m),
        new("money", -0.0001m),
        new("real", -3.4028235E38f),
        new("real", float.Epsilon),
        new("float", double.MaxValue),
        new("float", -double.Epsilon),
    ];

    private static IEnumerable<TypeCase> Times() =>
    [
        new("date", DateOnly.MinValue, DateTime.MinValue),
        new("date", DateOnly.MaxValue, new DateTime(9999, 12, 31)),
        new("time(0)", new TimeSpan(23, 59, 59)),
        new("time(3)", new TimeSpan(0, 23, 59, 59, 999)),
        new("time(2)", new TimeSpan(0, 23, 59, 59, 990)),
        new("time(4)", new TimeSpan(0, 23, 59, 59, 999) + TimeSpan.FromMicroseconds(900)),
        new("time(5)", new TimeSpan(0, 23, 59, 59, 999) + TimeSpan.FromMicroseconds(990)),
        new("time(7)", new TimeSpan(TimeSpan.TicksPerDay - 1)),
        new("datetime", new DateTime(1753, 1, 1)),
        new("datetime", new DateTime(9999, 12, 31, 23, 59, 59, 997)),
        new("datetime", new DateTime(2026, 2, 28, 12, 0, 0, 3)),
        new("smalldatetime", new DateTime(1900, 1, 1)),
        new("smalldatetime", new DateTime(2079, 6, 6, 23, 59, 0)),
        new("datetime2(0)", new DateTime(2026, 1, 31, 23, 59, 59)),
        new("datetime2(3)", new DateTime(2026, 1, 31, 23, 59, 59, 999)),
        new("datetime2(4)", new DateTime(2026, 1, 31, 23, 59, 59, 999).AddMicroseconds(900)),
        new("datetime2(7)", DateTime.MinValue),
        new("datetime2(7)", DateTime.MaxValue),
        new("datetimeoffset(7)", new DateTimeOffset(DateTime.MaxValue.AddHours(-14), TimeSpan.FromHours(-14))),
        new("datetimeoffset(0)", new DateTimeOffset(2026, 3, 29, 2, 30, 0, TimeSpan.FromMinutes(330))),
    ];

    private static IEnumerable<TypeCase> Texts() =>
    [
        new("char(5)", "ab   "),
        new("varchar(10)", ""),
        new("varchar(10)", "Zürich €"),
        new("varchar(10) collate Cyrillic_General_CI_AS", "Москва"),
        new("varchar(10) collate Japanese_CI_AS", "日本"),
        new("varchar(20) collate Latin1_General_100_CI_AS_SC_UTF8", "日本 Zürich 𝄞"),
        new("varchar(8000)", new string('x', 8000)),
        new("varchar(max)", new string('y', 100_000)),
        new("varchar(max)", ""),
        new("nchar(4)", "Ωx  "),
        new("nvarchar(10)", "日本\0𝄞"),
        new("nvarchar(4000)", new string('ß', 4000)),
        new("nvarchar(max)", new string('日', 100_000)),
        new("text", "Grüße"),
        new("ntext", "日本"),
        new("xml", "<a b=\"1\">日本</a>"),
    ];

    private static IEnumerable<TypeCase> Others() =>
    [
        new("binary(4)", new byte[] { 1, 2, 0, 0 }),
        new("varbinary(10)", Array.Empty<byte>()),
        new("varbinary(8000)", Enumerable.Repeat((byte)0xAB, 8000).ToArray()),
        new("varbinary(max)", Enumerable.Range(0, 100_000).Select(i => (byte)i).ToArray()),
        new("image", new byte[] { 0, 255, 7 }),
        new("uniqueidentifier", new Guid("00112233-4455-6677-8899-aabbccddeeff")),
        .. Variants(),
    ];

    private static IEnumerable<TypeCase> Variants() =>
    [
        new("sql_variant", new VariantValue("int", 7), 7),
        new("sql_variant", new VariantValue("bigint", long.MaxValue), long.MaxValue),
        new("sql_variant", new VariantValue("bit", true), true),
        new("sql_variant", new VariantValue("decimal(10,3)", 12.345m), 12.345m),
        new("sql_variant", new VariantValue("float", 1.5), 1.5),
        new("sql_variant", new VariantValue("nvarchar(4)", "日本"), "日本"),
        new("sql_variant", new VariantValue("varbinary(2)", new byte[] { 1, 2 }), new byte[] { 1, 2 }),
        new("sql_variant", new VariantValue("uniqueidentifier", Guid.Empty), Guid.Empty),
        new("sql_variant", new VariantValue("datetime", new DateTime(2026, 1, 31)), new DateTime(2026, 1, 31)),
    ];

    /// <summary>Decimals beyond 28 digits: what the client shows as SqlDecimal.</summary>
    public static IEnumerable<TypeCase> LongDecimals() =>
    [
        new("decimal(38,0)", SqlDecimal.Parse("99999999999999999999999999999999999999")),
        new("decimal(38,38)", SqlDecimal.Parse("-0.99999999999999999999999999999999999999")),
    ];
}
