using System.Data.SqlTypes;

namespace Orchestrator.Data.Tests.SqlServer;

/// <summary>A value of a type: as text, from which the guard makes it, and as people give it to a bulk copy.</summary>
internal sealed record BulkCase(string Type, string Text, object Client)
{
    private const string Utf8 = " collate Latin1_General_100_CI_AS_SC_UTF8";

    /// <summary>How the scripted server declares the column.</summary>
    public string Declared { get; init; } = Type;

    /// <summary>The code page that the server would name; 0 = it holds every character.</summary>
    public int CodePage { get; init; }

    /// <summary>The column as the catalog would give it.</summary>
    public RowColumn Column => new("b", Databases.Type(Type))
    {
        Native = new NativeType("SQL Server", Declared) { CodePage = CodePage },
    };

    public override string ToString() => $"{Declared} {Text[..Math.Min(Text.Length, 40)]}";

    public static IEnumerable<BulkCase> All() => [.. Numbers(), .. Times(), .. Texts(), .. Others()];

    private static IEnumerable<BulkCase> Numbers() =>
    [
        new("bit", "1", true),
        new("bit", "0", false),
        new("tinyint", "255", (byte)255),
        new("smallint", "-32768", short.MinValue),
        new("int", "-2147483648", int.MinValue),
        new("bigint", "9223372036854775807", long.MaxValue),
        new("decimal(5,2)", "-123.45", -123.45m),
        new("decimal(9,0)", "999999999", 999_999_999m),
        new("decimal(18,18)", "0.000000000000000001", 0.000000000000000001m),
        new("decimal(18,0)", "-999999999999999999", -999_999_999_999_999_999m),
        new("decimal(19,4)", "922337203685477.5807", 922_337_203_685_477.5807m),
        new("decimal(28,28)", "0.1234567890123456789012345678", 0.1234567890123456789012345678m),
        new("decimal(38,0)", "-99999999999999999999999999999999999999",
            SqlDecimal.Parse("-99999999999999999999999999999999999999")),
        new("decimal(38,38)", "0.99999999999999999999999999999999999999",
            SqlDecimal.Parse("0.99999999999999999999999999999999999999")),
        new("decimal(38,10)", "0.0000000000", 0m),
        new("smallmoney", "-214748.3648", -214_748.3648m),
        new("smallmoney", "214748.3647", 214_748.3647m),
        new("money", "-922337203685477.5808", -922_337_203_685_477.5808m),
        new("money", "-0.0001", -0.0001m),
        new("real", "-3.4028235E+38", -3.4028235E38f),
        new("float", "1.7976931348623157E+308", double.MaxValue),
        new("float", "0.1", 0.1),
    ];

    private static IEnumerable<BulkCase> Times() =>
    [
        new("date", "0001-01-01", DateTime.MinValue),
        new("date", "9999-12-31", new DateTime(9999, 12, 31)),
        new("time(0)", "23:59:59", new TimeSpan(23, 59, 59)),
        new("time(3)", "23:59:59.999", new TimeSpan(0, 23, 59, 59, 999)),
        new("time(7)", "23:59:59.9999999", new TimeSpan(TimeSpan.TicksPerDay - 1)),
        new("datetime", "1753-01-01 00:00:00.000", new DateTime(1753, 1, 1)),
        new("datetime", "9999-12-31 23:59:59.997", new DateTime(9999, 12, 31, 23, 59, 59, 997)),
        new("datetime", "2026-02-28 12:00:00.003", new DateTime(2026, 2, 28, 12, 0, 0, 3)),
        new("smalldatetime", "2079-06-06 23:59:00", new DateTime(2079, 6, 6, 23, 59, 0)),
        new("datetime2(0)", "2026-01-31 23:59:59", new DateTime(2026, 1, 31, 23, 59, 59)),
        new("datetime2(7)", "0001-01-01 00:00:00.0000000", DateTime.MinValue),
        new("datetime2(7)", "9999-12-31 23:59:59.9999999", DateTime.MaxValue),
        new("datetimeoffset(7)", "9999-12-31 09:59:59.9999999 -14:00",
            new DateTimeOffset(DateTime.MaxValue.AddHours(-14), TimeSpan.FromHours(-14))),
        new("datetimeoffset(0)", "2026-03-29 02:30:00 +05:30",
            new DateTimeOffset(2026, 3, 29, 2, 30, 0, TimeSpan.FromMinutes(330))),
    ];

    private static IEnumerable<BulkCase> Texts() =>
    [
        new("char(5)", "ab   ", "ab   ") { CodePage = 1252 },
        new("varchar(10)", "", ""),
        new("varchar(8)", "Zürich €", "Zürich €") { CodePage = 1252 },
        new("varchar(6)", "Москва", "Москва")
        {
            Declared = "varchar(6) collate Cyrillic_General_CI_AS", CodePage = 1251,
        },
        new("varchar(4)", "日本", "日本") { Declared = "varchar(4) collate Japanese_CI_AS", CodePage = 932 },
        new("varchar(30)", "日本 Zürich 𝄞", "日本 Zürich 𝄞") { Declared = "varchar(30)" + Utf8 },
        new("varchar(max)", new string('y', 100_000), new string('y', 100_000)),
        new("nchar(4)", "Ωx  ", "Ωx  "),
        new("nvarchar(10)", "日本\0𝄞", "日本\0𝄞"),
        new("nvarchar(max)", "", ""),
        new("nvarchar(max)", new string('日', 100_000), new string('日', 100_000)),
        new("text", "Grüße", "Grüße") { CodePage = 1252 },
        new("ntext", "日本", "日本"),
        new("xml", "<a b=\"1\">日本</a>", "<a b=\"1\">日本</a>"),
    ];

    private static IEnumerable<BulkCase> Others() =>
    [
        new("binary(4)", "01020000", new byte[] { 1, 2, 0, 0 }),
        new("varbinary(10)", "", Array.Empty<byte>()),
        new("varbinary(10)", "00FF", new byte[] { 0, 255 }),
        new("varbinary(max)", Convert.ToHexString(Long), Long),
        new("image", "00FF07", new byte[] { 0, 255, 7 }),
        new("uniqueidentifier", "00112233-4455-6677-8899-AABBCCDDEEFF",
            new Guid("00112233-4455-6677-8899-aabbccddeeff")),
    ];

    private static byte[] Long { get; } = [.. Enumerable.Range(0, 100_000).Select(i => (byte)i)];
}
