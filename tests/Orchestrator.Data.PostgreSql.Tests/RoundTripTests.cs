namespace Orchestrator.Data.PostgreSql.Tests;

internal sealed class RoundTripTests
{
    private TestDatabase database = null!;
    private int tables;

    [OneTimeSetUp]
    public void Make() => database = new TestDatabase();

    [OneTimeTearDown]
    public void Remove() => database.Dispose();

    [TestCase("bit", "0", "1")]
    [TestCase("smallint", "-32768", "0", "32767")]
    [TestCase("int", "-2147483648", "-1", "2147483647")]
    [TestCase("bigint", "-9223372036854775808", "0", "9223372036854775807")]
    [TestCase("decimal(1,1)", "-0.9", "0.0", "0.9")]
    [TestCase("decimal(5,5)", "-0.99999", "0.00001", "0.10000")]
    [TestCase("decimal(9,2)", "-9999999.99", "-0.05", "0.00", "0.29", "10000.00", "100.10", "9999999.99")]
    [TestCase("decimal(12,4)", "10000.0000", "0.0001", "1.0000", "-12345678.9000")]
    [TestCase("decimal(18,0)", "-999999999999999999", "10000", "100000000", "999999999999999999")]
    [TestCase("decimal(18,18)", "-0.999999999999999999", "0.000000000000000001", "0.000100000000000000")]
    [TestCase("decimal(19,4)", "-922337203685477.5808", "0.0001", "922337203685477.5807")]
    [TestCase("decimal(38,0)", "-99999999999999999999999999999999999999", "0", "9999999999999999999999999999999999999")]
    [TestCase("decimal(38,38)", "0.99999999999999999999999999999999999999")]
    [TestCase("decimal(38,38)", "-0.00000000000000000000000000000000000001")]
    [TestCase("decimal(38,2)", "999999999999999999999999999999999999.99", "-100000000000000000000000000000000000.00")]
    [TestCase("decimal(38,10)", "1234567890123456789012345678.0123456789", "0.0000000001")]
    [TestCase("real", "0", "-1.5", "0.1", "3.4028235E+38", "1E-45")]
    [TestCase("float", "0", "-1.5", "0.1", "1E+308", "5E-324", "NaN", "Infinity", "-Infinity")]
    [TestCase("nchar(3)", "abc", "€𝄞x", "   ")]
    [TestCase("nvarchar(3)", "", "abc", "𝄞𝄞𝄞", "a  ", "\t\n\\")]
    [TestCase("nvarchar(max)", "", "007", " trailing ", "line\r\nbreak", "\\N", "😀")]
    [TestCase("varbinary(max)", "", "00", "FF0080", "5C785C")]
    [TestCase("date", "0001-01-01", "1999-12-31", "2000-01-01", "9999-12-31")]
    [TestCase("time(6)", "00:00:00.000000", "23:59:59.999999")]
    [TestCase("time(0)", "00:00:00", "23:59:59")]
    [TestCase("datetime2(6)", "0001-01-01 00:00:00.000000", "1999-12-31 23:59:59.999999", "9999-12-31 23:59:59.999999")]
    [TestCase("datetime2(3)", "2008-04-30 12:00:00.123")]
    [TestCase("datetimeoffset(6)", "0001-01-01 00:00:00.000000 +00:00", "9999-12-31 23:59:59.999999 +00:00")]
    [TestCase("uniqueidentifier", "6F9619FF-8B86-D011-B42D-00C04FC964FF")]
    [TestCase("xml", "<a/>", "<?xml version=\"1.0\" encoding=\"UTF-16\"?><a>é</a>", "<a>\t</a>")]
    public void Values_come_back_equal_by_both_ways_of_writing(string type, params string[] values)
    {
        var name = $"t_{Interlocked.Increment(ref tables)}";
        var table = TestDatabase.Platform.Dialect.Table(null, name);
        RowColumn[] declared =
            [new("n", TestDatabase.Type("int"), Nullable: false), new("Value", TestDatabase.Type(type))];
        string?[][] rows = [.. values.Append(null).Select((value, i) => new[] { $"{i}", value })];
        using var target = database.Open();
        target.CreateTable(table, declared);
        var columns = target.Columns(table);

        var taken = Rows.Write(target, table, columns, rows);
        var fast = Rows.Read(target, $"SELECT n, \"Value\" FROM {name} ORDER BY n");
        target.Execute($"DELETE FROM {name}");
        var takenOneByOne = Rows.Write(target, table, columns, rows, new WriteOptions { IsRowByRow = true });
        var slow = Rows.Read(target, $"SELECT n, \"Value\" FROM {name} ORDER BY n");

        Assert.That(columns, Is.EqualTo(declared));
        Assert.That(fast, Is.EqualTo(rows));
        Assert.That(slow, Is.EqualTo(rows));
        Assert.That((taken, takenOneByOne), Is.EqualTo((rows.Length, rows.Length)));
    }
}
