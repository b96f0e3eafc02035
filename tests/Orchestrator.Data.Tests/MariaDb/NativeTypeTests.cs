namespace Orchestrator.Data.Tests.MariaDb;

/// <summary>Types that the neutral ones do not say: read and written without loss, declared as they were.</summary>
internal sealed class NativeTypeTests
{
    private TestDatabase _database = null!;

    [OneTimeSetUp]
    public void Make() => _database = new TestDatabase();

    [OneTimeTearDown]
    public void Remove() => _database.Dispose();

    [TestCase("tinyint(1)", "smallint", "tinyint(1)", "1", "0", "-128")]
    [TestCase("mediumint unsigned", "int", "mediumint unsigned", "16777215")]
    [TestCase("int unsigned", "bigint", "int unsigned", "4294967295")]
    [TestCase("int(5) unsigned zerofill", "bigint", "int(5) unsigned zerofill", "7")]
    [TestCase("bigint unsigned", "decimal(20,0)", "bigint unsigned", "18446744073709551615", "0")]
    [TestCase("bit(5)", "bigint", "bit(5)", "b'10101'")]
    [TestCase("bit(64)", "decimal(20,0)", "bit(64)", "18446744073709551615")]
    [TestCase("bit(1)", "bit", null, "1", "0")]
    [TestCase("decimal(60,5)", "nvarchar(max)", "decimal(60,5)", "-1234567890123456789012345678901234567890.12345")]
    [TestCase("decimal(10,2) unsigned", "decimal(10,2)", "decimal(10,2) unsigned", "12.50")]
    [TestCase("float(7,2)", "nvarchar(max)", "float(7,2)", "1.25", "-0.5")]
    [TestCase("double(10,3)", "nvarchar(max)", "double(10,3)", "1.125")]
    [TestCase("char(5)", "nchar(5)", "char(5)", "'abc'", "''")]
    [TestCase("varchar(5000)", "nvarchar(max)", "varchar(5000)", "'abc'")]
    [TestCase("tinytext", "nvarchar(max)", "tinytext", "'abc'")]
    [TestCase("text", "nvarchar(max)", "text", "'abc'")]
    [TestCase("blob", "varbinary(max)", "blob", "x'00FF27'")]
    [TestCase("binary(4)", "binary(4)", "binary(4)", "x'00FF2700'")]
    [TestCase("timestamp(3) NULL", "datetimeoffset(3)", "timestamp(3)", "'2020-01-01 10:00:00.123'")]
    [TestCase("datetime(6)", "datetime2(6)", null, "'0001-01-01 00:00:00.000001'", "'9999-12-31 23:59:59.999999'")]
    [TestCase("datetime(6) COMMENT 'datetimeoffset'", "datetimeoffset(6)", null, "'9999-12-31 23:59:59.999999'")]
    [TestCase("time(3)", "time(3)", null, "'23:59:59.999'")]
    [TestCase("year", "smallint", "year", "2155", "1901", "0")]
    [TestCase("enum('a','it''s','2')", "nvarchar(max)", "enum('a','it''s','2')", "'it''s'", "'2'")]
    [TestCase("set('x','y')", "nvarchar(max)", "set('x','y')", "'x,y'", "''")]
    [TestCase("inet6", "nvarchar(max)", "inet6", "'2001:db8::1'")]
    [TestCase("uuid", "uniqueidentifier", null, "'00112233-4455-6677-8899-aabbccddeeff'")]
    [TestCase("point", "varbinary(max)", "point", "ST_GeomFromText('POINT(1.5 -2)')")]
    [TestCase(
        "varchar(5) CHARACTER SET latin1 COLLATE latin1_bin", "nvarchar(5)",
        "varchar(5) CHARACTER SET latin1 COLLATE latin1_bin", "'ä€'")]
    [TestCase("json", "nvarchar(max)", "longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin", "'{\"a\": 1}'")]
    public void A_column_and_its_values_are_the_same_in_a_copy(
        string declared, string neutral, string? native, params string[] values)
    {
        _database.Run("DROP TABLE IF EXISTS original; DROP TABLE IF EXISTS copy");
        _database.Run($"CREATE TABLE original (n int, value {declared})");
        foreach (var (i, value) in values.Append("NULL").Index())
        {
            _database.Run($"INSERT INTO original VALUES ({i}, {value})");
        }

        using var source = _database.Open(isTarget: false);
        var columns = source.Columns(Table("original"));
        var moved = Copy(source, columns);

        Assert.That(columns[1].Type, Is.EqualTo(TestDatabase.Type(neutral)));
        Assert.That(columns[1].Native?.Declaration, Is.EqualTo(native));
        Assert.That(moved, Is.EqualTo(values.Length + 1));
        Assert.That(Declaration("copy"), Is.EqualTo(Declaration("original")));
        Assert.That(Contents("copy"), Is.EqualTo(Contents("original")));
    }

    [TestCase("enum('a','b')", "B", "ORC3003")]
    [TestCase("enum('a','b')", "1", "ORC3003")]
    [TestCase("set('x','y')", "y,x", "ORC3003")]
    [TestCase("decimal(60,3)", "1.2340", "1.234")]
    [TestCase("decimal(60,3)", "1.2345", "ORC3002")]
    [TestCase("decimal(60,3)", "abc", "ORC3004")]
    [TestCase("float(7,2)", "1.239", "ORC3002")]
    [TestCase("varchar(5000) CHARACTER SET utf8mb3 COLLATE utf8mb3_bin", "a😀", "ORC3003")]
    [TestCase("year", "5", "ORC3004")]
    [TestCase("year", "99", "ORC3004")]
    [TestCase("year", "100", "ORC3004")]
    [TestCase("year", "2155", "2155")]
    [TestCase("tinyint", "128", "ORC3004")]
    public void What_the_server_would_change_in_silence_is_refused(string declared, string value, string arrived)
    {
        _database.Run("DROP TABLE IF EXISTS silent");
        _database.Run($"CREATE TABLE silent (value {declared})");
        using var target = _database.Open();
        foreach (var isRowByRow in (bool[])[false, true])
        {
            _database.Run("DELETE FROM silent");
            var refusal = Refusal(() => TextRows.Write(
                target, Table("silent"), target.Columns(Table("silent")), [[value]],
                new WriteOptions { IsRowByRow = isRowByRow }));
            target.Rollback();

            Assert.That(refusal ?? _database.Ask("SELECT value FROM silent"), Is.EqualTo(arrived));
        }
    }

    [Test]
    public void A_character_set_tells_which_texts_it_keeps()
    {
        _database.Run("CREATE TABLE narrow (value varchar(5) CHARACTER SET latin1 COLLATE latin1_bin)");
        using var target = _database.Open();
        var rule = target.Limits(target.Columns(Table("narrow"))[0]).Texts!;

        Assert.That(rule.Keeps("ä €"u8), Is.True);
        Assert.That(rule.Keeps("ā"u8), Is.False);
        Assert.That(rule.Keeps("😀"u8), Is.False);
        Assert.That(rule.Refused, Does.Contain("latin1"));
    }

    [Test]
    public void A_character_set_of_seven_bits_tells_which_of_ASCII_it_keeps()
    {
        _database.Run("CREATE TABLE sevens (value varchar(5) CHARACTER SET swe7 COLLATE swe7_bin)");
        using var target = _database.Open();
        var rule = target.Limits(target.Columns(Table("sevens"))[0]).Texts!;

        Assert.That(rule.Keeps("a 1 ? \t ä"u8), Is.True);
        Assert.That(rule.Keeps("{"u8), Is.False);
        Assert.That(rule.Keeps("["u8), Is.False);
    }

    private static string? Refusal(Action work)
    {
        try
        {
            work();
            return null;
        }
        catch (DataRefusedException refused)
        {
            return refused.Code;
        }
    }

    private static TableName Table(string name) => TestDatabase.Platform.Dialect.Table(null, name);

    private long Copy(IDatabase source, IReadOnlyList<RowColumn> columns)
    {
        using var target = _database.Open();
        target.CreateTable(Table("copy"), columns);
        target.Begin(CancellationToken.None);
        using var reader = source.Read("SELECT * FROM original ORDER BY n");
        var resources = new RunResources();
        using var pool = new RowBatchPool(resources.Memory, reader.Columns);
        var dialect = TestDatabase.Platform.Dialect;
        using var guard = new Guard(
            reader.Columns, [.. columns.Select((column, i) => TextRows.GuardOf(dialect, column, i))], resources);
        using var writer = target.Write(Table("copy"), columns, [], new WriteOptions());
        var rows = pool.RentNow();
        reader.Read(rows, CancellationToken.None);
        using (var guarded = guard.Check(rows))
        {
            writer.Write(guarded, 0, guarded.Count);
        }

        var moved = writer.Complete();
        target.Commit();
        return moved;
    }

    private string? Declaration(string table) => _database.Ask(
        "SELECT concat_ws(' ', column_type, character_set_name, collation_name, column_comment) "
        + "FROM information_schema.columns "
        + $"WHERE table_schema = DATABASE() AND table_name = '{table}' AND column_name = 'value'");

    private string? Contents(string table) => _database.Ask(
        $"SELECT group_concat(n, '=', coalesce(hex(value), 'NULL') ORDER BY n) FROM {table}");
}
