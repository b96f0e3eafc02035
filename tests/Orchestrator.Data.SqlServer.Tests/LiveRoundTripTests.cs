namespace Orchestrator.Data.SqlServer.Tests;

internal sealed class LiveRoundTripTests
{
    private Live live = null!;
    private int tables;

    [OneTimeSetUp]
    public void Make() => live = Live.Start();

    [OneTimeTearDown]
    public void Remove() => live?.Dispose();

    [TestCase("bit", "0", "1")]
    [TestCase("tinyint", "0", "255")]
    [TestCase("smallint", "-32768", "0", "32767")]
    [TestCase("int", "-2147483648", "-1", "2147483647")]
    [TestCase("bigint", "-9223372036854775808", "0", "9223372036854775807")]
    [TestCase("decimal(1,1)", "-0.9", "0.0", "0.9")]
    [TestCase("decimal(9,2)", "-9999999.99", "-0.05", "0.00", "0.29", "9999999.99")]
    [TestCase("decimal(18,18)", "-0.999999999999999999", "0.000000000000000001")]
    [TestCase("decimal(19,4)", "-922337203685477.5808", "0.0001", "922337203685477.5807")]
    [TestCase("decimal(38,0)", "-99999999999999999999999999999999999999", "0", "9999999999999999999999999999999999999")]
    [TestCase("decimal(38,38)", "0.99999999999999999999999999999999999999")]
    [TestCase("money", "-922337203685477.5808", "0.0001", "922337203685477.5807")]
    [TestCase("smallmoney", "0.0000", "214748.3647")]
    [TestCase("real", "0", "-1.5", "0.1", "3.4028235E+38")]
    [TestCase("float", "0", "-1.5", "0.1", "1E+308")]
    [TestCase("char(3)", "abc", "é  ", "   ")]
    [TestCase("varchar(5)", "", "abc", "a  ", "ééééé")]
    [TestCase("varchar(max)", "", "€uro", "a  ")]
    [TestCase("nchar(3)", "abc", "€xy", "   ")]
    [TestCase("nvarchar(4)", "", "abc", "𝄞𝄞", "a  ")]
    [TestCase("nvarchar(max)", "", "007", " trailing ", "line\r\nbreak", "😀")]
    [TestCase("binary(3)", "000000", "FF0080")]
    [TestCase("varbinary(8)", "", "00", "FF0080")]
    [TestCase("varbinary(max)", "", "00", "FF0080")]
    [TestCase("date", "0001-01-01", "1999-12-31", "9999-12-31")]
    [TestCase("time(6)", "00:00:00.000000", "23:59:59.999999")]
    [TestCase("time(0)", "00:00:00", "23:59:59")]
    [TestCase("datetime", "1753-01-01 00:00:00.000", "2008-04-30 12:34:56.123", "9999-12-31 23:59:59.997")]
    [TestCase("smalldatetime", "1900-01-01 00:00:00", "2079-06-06 23:59:00")]
    [TestCase("datetime2(6)", "0001-01-01 00:00:00.000000", "9999-12-31 23:59:59.999999")]
    [TestCase("datetime2(0)", "2008-04-30 12:00:00")]
    [TestCase("datetimeoffset(6)", "0001-01-02 00:00:00.000000 +00:00", "2026-06-15 01:02:03.456789 +05:30")]
    [TestCase("uniqueidentifier", "6F9619FF-8B86-D011-B42D-00C04FC964FF")]
    [TestCase("xml", "<a />", "<a>é</a>")]
    public void Values_come_back_equal_by_both_ways_of_writing(string type, params string[] values)
    {
        var name = $"t_{Interlocked.Increment(ref tables)}";
        var table = Databases.Platform.Dialect.Table(live.Schema, name);
        RowColumn[] declared = [new("n", Databases.Type("int"), Nullable: false), new("value", Databases.Type(type))];
        string?[][] rows = [.. values.Append(null).Select((value, i) => new[] { $"{i}", value })];
        using var target = Databases.Open(live.ConnectionString);
        target.CreateTable(table, declared);
        var columns = target.Columns(table);

        var taken = Rows.Write(target, table, columns, rows);
        var fast = Rows.Read(target, $"SELECT n, value FROM {live.Schema}.{name} ORDER BY n");
        target.Execute($"DELETE FROM {live.Schema}.{name}");
        var takenOneByOne = Rows.Write(target, table, columns, rows, new WriteOptions { IsRowByRow = true });
        var slow = Rows.Read(target, $"SELECT n, value FROM {live.Schema}.{name} ORDER BY n");

        Assert.That(columns.Select(column => column with { Native = null }), Is.EqualTo(declared));
        Assert.That(fast, Is.EqualTo(rows));
        Assert.That(slow, Is.EqualTo(rows));
        Assert.That((taken, takenOneByOne), Is.EqualTo((rows.Length, rows.Length)));
    }
}
