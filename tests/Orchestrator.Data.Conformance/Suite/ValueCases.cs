namespace Orchestrator.Data.Conformance.Suite;

/// <summary>Values of every neutral type, extremes among them, as text; and where they can be kept.</summary>
internal static class ValueCases
{
    private const string Nines38 = "99999999999999999999999999999999999999";

    /// <summary>The category of values beyond what a type of that name holds elsewhere.</summary>
    public const string Beyond = "Beyond";

    public static IEnumerable<TestCaseData> All() => Everywhere().Concat(Elsewhere()).Concat(BeyondTypes());

    private static IEnumerable<TestCaseData> Everywhere() =>
    [
        Case("bit", "0", "1"),
        Case("smallint", "-32768", "0", "32767"),
        Case("int", "-2147483648", "-1", "2147483647"),
        Case("bigint", "-9223372036854775808", "0", "9007199254740993", "9223372036854775807"),
        Case("decimal(1,1)", "-0.9", "0.0", "0.9"),
        Case("decimal(5,5)", "-0.99999", "0.00001", "0.10000"),
        Case("decimal(9,2)", "-9999999.99", "-0.05", "0.00", "0.29", "10000.00", "9999999.99"),
        Case("decimal(12,4)", "10000.0000", "0.0001", "1.0000", "-12345678.9000"),
        Case("decimal(18,0)", "-999999999999999999", "10000", "100000000", "999999999999999999"),
        Case("decimal(18,18)", "-0.999999999999999999", "0.000000000000000001", "0.000100000000000000"),
        Case("decimal(19,4)", "-922337203685477.5808", "0.0001", "922337203685477.5807"),
        Case("decimal(38,0)", "-" + Nines38, "0", "9999999999999999999999999999999999999"),
        Case("decimal(38,38)", "0." + Nines38, "-0.00000000000000000000000000000000000001"),
        Case("decimal(38,10)", "1234567890123456789012345678.0123456789", "0.0000000001"),
        Case("real", "0", "-1.5", "0.1", "3.4028235E+38"),
        Case("float", "0", "-1.5", "0.1", "1E+308", "1.7976931348623157E+308"),
        Case("nchar(3)", "abc", "€xy", "   "),
        Case("nvarchar(4)", "", "abc", "𝄞𝄞", "a  "),
        Case("nvarchar(max)", "", "007", " trailing ", "line\r\nbreak", "\\N", "😀", "e\u0301", "\uFEFFmark"),
        Case("varbinary(max)", "", "00", "FF0080", "5C785C"),
        Case("date", "0001-01-01", "1582-10-10", "1999-12-31", "2000-02-29", "9999-12-31"),
        Case("time(6)", "00:00:00.000000", "23:59:59.999999"),
        Case("time(0)", "00:00:00", "23:59:59"),
        Case("datetime2(6)", "0001-01-01 00:00:00.000000", "9999-12-31 23:59:59.999999"),
        Case("datetime2(3)", "2008-04-30 12:00:00.123"),
        Case("datetime2(0)", "2026-03-29 02:30:00"),
        Case("datetimeoffset(6)", "0001-01-02 00:00:00.000000 +00:00", "9999-12-30 23:59:59.999999 +00:00"),
        Case("uniqueidentifier", "6F9619FF-8B86-D011-B42D-00C04FC964FF", "00000000-0000-0000-0000-000000000000"),
        Case("xml", "<a />", "<a>é</a>"),
    ];

    // Not each platform has such a type, or it keeps less there: another one takes its place.
    private static IEnumerable<TestCaseData> Elsewhere() =>
    [
        Case("tinyint", "0", "255"),
        Case("money", "-922337203685477.5808", "0.0001", "922337203685477.5807"),
        Case("smallmoney", "-214748.3648", "0.0000", "214748.3647"),
        Case("char(3)", "abc", "a  ", "   "),
        Case("varchar(5)", "", "abc", "a  ", "éé"),
        Case("varchar(max)", "", "€uro", "a  "),
        Case("binary(3)", "000000", "FF0080"),
        Case("varbinary(8)", "", "00", "FF0080"),
        Case("time(7)", "00:00:00.0000001", "23:59:59.9999999"),
        Case("datetime", "1753-01-01 00:00:00.000", "2008-04-30 12:34:56.123", "9999-12-31 23:59:59.997"),
        Case("smalldatetime", "1900-01-01 00:00:00", "2079-06-06 23:59:00"),
        Case("datetime2(7)", "0001-01-01 00:00:00.0000001", "9999-12-31 23:59:59.9999999"),
        Case("datetimeoffset(7)", "2026-06-15 01:02:03.4567891 +05:30", "9999-12-31 09:59:59.9999999 -14:00"),
    ];

    private static IEnumerable<TestCaseData> BeyondTypes() => new[]
    {
        Case("float", "5E-324", "NaN", "Infinity", "-Infinity"),
        Case("real", "1E-45", "NaN"),
        Case("nvarchar(3)", "𝄞𝄞𝄞"),
        Case("xml", "<?xml version=\"1.0\" encoding=\"UTF-16\"?><a>é</a>", "<a>\t</a>"),
    }.Select(one => one.SetCategory(Beyond));

    private static TestCaseData Case(string type, params string[] values) => new(type, values);
}
