namespace Orchestrator.Data.Tests.PostgreSql;

/// <summary>Types that the neutral ones do not say: read and written without loss, declared as they were.</summary>
internal sealed class NativeTypeTests
{
    private TestDatabase _database = null!;

    [OneTimeSetUp]
    public void Make()
    {
        _database = new TestDatabase();
        _database.Run(
            """
            CREATE TYPE "Mood" AS ENUM ('sad', 'don''t know');
            CREATE DOMAIN short AS varchar(5) CHECK (value <> 'bad');
            CREATE DOMAIN shorter AS short NOT NULL DEFAULT 'x';
            CREATE TYPE pair AS (a int, b text);
            CREATE DOMAIN moment AS interval(0);
            CREATE DOMAIN later AS moment;
            CREATE DOMAIN prices AS numeric(5,2)[];
            CREATE DOMAIN hundreds AS numeric(5,-2);
            """);
    }

    [OneTimeTearDown]
    public void Remove() => _database.Dispose();

    [TestCase("numeric", "nvarchar(max)", "numeric", "'NaN'", "'-Infinity'", "'1e200'", "0.00")]
    [TestCase("numeric", "nvarchar(max)", "numeric", "0.00001234", "100000000", "-0.1", "-12345678901234567890.50")]
    [TestCase("numeric(50,3)", "nvarchar(max)", "numeric(50,3)", "12345678901234567890123456789012345678901234567.891")]
    [TestCase("numeric(5,-2)", "nvarchar(max)", "numeric(5,-2)", "123400")]
    [TestCase("numeric(10,2)", "decimal(10,2)", null, "'NaN'", "1.25")]
    [TestCase("varchar", "nvarchar(max)", "character varying", "'abc'")]
    [TestCase("varchar(5000)", "nvarchar(max)", "character varying(5000)", "'abc'")]
    [TestCase("bpchar", "nvarchar(max)", "bpchar", "'abc  '")]
    [TestCase("timestamp", "datetime2(6)", null, "'infinity'", "'-infinity'", "'2020-01-01 10:00:00.123456'")]
    [TestCase("timestamptz(3)", "datetimeoffset(3)", null, "'infinity'", "'2020-01-01 10:00:00.123+02'")]
    [TestCase("date", "date", null, "'infinity'", "'-infinity'", "'0001-01-01'")]
    [TestCase("interval", "nvarchar(max)", "interval", "'1 year 2 months -3 days 04:05:06.789'")]
    [TestCase("interval(3)", "nvarchar(max)", "interval(3)", "'1.5 s'")]
    [TestCase("timetz", "nvarchar(max)", "time with time zone", "'12:34:56.789+02:30'")]
    [TestCase("int[]", "nvarchar(max)", "integer[]", "'{1,NULL,3}'", "'{{1,2},{3,4}}'")]
    [TestCase("text[]", "nvarchar(max)", "text[]", """array['a"b', 'c\d', E'\t', 'NULL', '']""")]
    [TestCase("float8[]", "nvarchar(max)", "double precision[]", "'{0.1,NaN,1e-300}'")]
    [TestCase("json", "nvarchar(max)", "json", """'{"b": 1,  "a": "\u00e9\t"}'""")]
    [TestCase("jsonb", "nvarchar(max)", "jsonb", """'{"b": 1, "a": [1.50, null]}'""")]
    [TestCase("inet", "nvarchar(max)", "inet", "'10.0.0.1/8'", "'::1'")]
    [TestCase("macaddr", "nvarchar(max)", "macaddr", "'08:00:2b:01:02:03'")]
    [TestCase("bit(3)", "nvarchar(max)", "bit(3)", "'101'")]
    [TestCase("varbit", "nvarchar(max)", "bit varying", "'10101'")]
    [TestCase("point", "nvarchar(max)", "point", "'(1.1,2.2)'")]
    [TestCase("tsrange", "nvarchar(max)", "tsrange", "'[2020-01-01,2020-02-01)'")]
    [TestCase("tsvector", "nvarchar(max)", "tsvector", "'a:1 b:2'")]
    [TestCase("money", "nvarchar(max)", "money", "'-12.34'")]
    [TestCase("oid", "nvarchar(max)", "oid", "4294967295")]
    [TestCase("name", "nvarchar(max)", "name", "'abc'")]
    [TestCase("\"char\"", "nvarchar(max)", "\"char\"", "'x'")]
    [TestCase("\"Mood\"", "nvarchar(max)", "public.\"Mood\"", "'sad'", "'don''t know'")]
    [TestCase("\"Mood\"[]", "nvarchar(max)", "public.\"Mood\"[]", "array['sad'::\"Mood\"]")]
    [TestCase("short", "nvarchar(5)", "public.short", "'abc'")]
    [TestCase("short[]", "nvarchar(max)", "public.short[]", "array['abc'::short]")]
    [TestCase("pair", "nvarchar(max)", "public.pair", "row(1, 'a,\"b')")]
    [TestCase("text COLLATE \"C\"", "nvarchar(max)", "text COLLATE pg_catalog.\"C\"", "'abc'")]
    [TestCase("xml", "xml", null, "'<a b=\"1\"/>'")]
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

    [TestCase("bit(5)")]
    [TestCase("bit(5)[]")]
    [TestCase("varbit(5)")]
    [TestCase("char(3)[]")]
    [TestCase("varchar(3)[]")]
    [TestCase("numeric(5,-2)")]
    [TestCase("numeric(2,4)")]
    [TestCase("numeric(5,2)[]")]
    [TestCase("interval(3)")]
    [TestCase("timetz(3)")]
    [TestCase("timetz(3)[]")]
    [TestCase("timestamptz(0)[]")]
    public void A_query_says_the_measures_of_a_column_as_its_table_does(string declared)
    {
        _database.Run("DROP TABLE IF EXISTS measured");
        _database.Run($"CREATE TABLE measured (value {declared})");
        using var source = _database.Open(isTarget: false);
        using var reader = source.Read("SELECT value FROM measured");

        Assert.That(reader.Columns[0], Is.EqualTo(source.Columns(Table("measured"))[0]));
    }

    [TestCase("numeric", "12.50", "12.50")]
    [TestCase("numeric", "1.25E+4", "12500")]
    [TestCase("numeric", "-1.25e-4", "-0.000125")]
    [TestCase("numeric", "1.5E+0", "1.5")]
    [TestCase("numeric", "123.456E+2", "12345.6")]
    [TestCase("numeric", "-0", "0")]
    [TestCase("numeric", "00012345678901234567890.0", "12345678901234567890.0")]
    [TestCase("numeric", ".5", "0.5")]
    [TestCase("numeric", "-infinity", "-Infinity")]
    [TestCase("numeric", "abc", "ORC3004")]
    [TestCase("numeric", "1.2.3", "ORC3004")]
    [TestCase("numeric", "", "ORC3004")]
    [TestCase("numeric(50,3)", "1.2340", "1.234")]
    [TestCase("numeric(50,3)", "1.2345", "ORC3002")]
    [TestCase("numeric(5,-2)", "12345", "ORC3002")]
    [TestCase("numeric(5,-2)", "49", "ORC3002")]
    [TestCase("numeric(5,-2)", "12300.5", "ORC3002")]
    [TestCase("numeric(5,-2)", "123e2", "12300")]
    [TestCase("numeric(5,-2)", "12300.0", "12300")]
    [TestCase("numeric(5,-2)", "-0", "0")]
    [TestCase("numeric(5,-2)[]", "{12300,150}", "ORC3002")]
    [TestCase("numeric(5,-2)[]", "{12300,200}", "{12300,200}")]
    [TestCase("numeric(3,1)[]", "{1.2,3.45}", "ORC3002")]
    [TestCase("money", "1.239", "ORC3002")]
    [TestCase("oid", "-1", "ORC3004")]
    [TestCase("oid", "4294967295", "4294967295")]
    [TestCase("xid", "-1", "ORC3004")]
    [TestCase("oid[]", "{1,-1}", "ORC3004")]
    [TestCase("oidvector", "1 -1", "ORC3004")]
    [TestCase("tid", "(-1,1)", "ORC3004")]
    [TestCase("money[]", "{1.239}", "ORC3002")]
    [TestCase("moment", "1.6 s", "ORC3002")]
    [TestCase("later", "1.6 s", "ORC3002")]
    [TestCase("later", "2 s", "00:00:02")]
    [TestCase("prices", "{1.239}", "ORC3002")]
    [TestCase("prices", "{1.23}", "{1.23}")]
    [TestCase("hundreds", "12345", "ORC3002")]
    [TestCase("interval", "1.1234567 s", "ORC3002")]
    [TestCase("interval(3)", "1.1234 s", "ORC3002")]
    [TestCase("interval(3)", "1.123 s", "00:00:01.123")]
    [TestCase("timestamp(3)[]", "{2020-01-01 00:00:00.1234}", "ORC3002")]
    [TestCase("timetz", "12:00:00.1234567+00", "ORC3002")]
    [TestCase("name", "1234567890123456789012345678901234567890123456789012345678901234", "ORC3001")]
    [TestCase("\"char\"", "ab", "ORC3001")]
    [TestCase("varchar(5000)", "a\0b", "ORC3003")]
    public void What_the_server_would_change_in_silence_is_refused(string declared, string value, string arrived)
    {
        _database.Run("DROP TABLE IF EXISTS silent");
        _database.Run($"CREATE TABLE silent (value {declared})");
        using var target = _database.Open();
        foreach (var isRowByRow in (bool[])[false, true])
        {
            target.Execute("DELETE FROM silent");
            var refusal = Refusal(() => TextRows.Write(
                target, Table("silent"), target.Columns(Table("silent")), [[value]],
                new WriteOptions { IsRowByRow = isRowByRow }));
            target.Rollback();

            Assert.That(refusal ?? _database.Ask("SELECT value::text FROM silent"), Is.EqualTo(arrived));
        }
    }

    [Test]
    public void What_a_database_says_of_texts_changes_no_value_that_is_written()
    {
        _database.Run("DROP TABLE IF EXISTS said");
        _database.Run("CREATE TABLE said (list text[], doc xml)");
        var name = _database.Ask("SELECT current_database()");
        _database.Run($"ALTER DATABASE {name} SET array_nulls = off");
        _database.Run($"ALTER DATABASE {name} SET xmloption = 'document'");
        try
        {
            using var target = _database.Open();
            TextRows.Write(
                target, Table("said"), target.Columns(Table("said")), [["{NULL,\"NULL\",a}", "<a/>and text"]]);

            Assert.That(
                _database.Ask("SELECT list[1] IS NULL AND list[2] = 'NULL' AND doc::text = '<a/>and text' FROM said"),
                Is.EqualTo("t"));
        }
        finally
        {
            _database.Run($"ALTER DATABASE {name} RESET ALL");
        }
    }

    [Test]
    public void A_domain_that_takes_no_NULL_makes_a_column_that_takes_none()
    {
        _database.Run("CREATE TABLE domains (value shorter)");
        using var source = _database.Open();

        Assert.That(source.Columns(Table("domains"))[0].Nullable, Is.False);
    }

    [TestCase("timestamp '0044-03-15 12:00:00 BC'", "beyond 0044-03-15 12:00:00 BC")]
    [TestCase("timestamp '0001-12-31 23:59:59.5 BC'", "beyond 0001-12-31 23:59:59.5 BC")]
    [TestCase("timestamp '4714-11-24 00:00:00 BC'", "beyond 4714-11-24 00:00:00 BC")]
    [TestCase("timestamp '10000-01-01'", "beyond 10000-01-01 00:00:00")]
    [TestCase("timestamp '294276-12-31 23:59:59.999999'", "beyond 294276-12-31 23:59:59.999999")]
    [TestCase("timestamptz '12020-02-29 12:00:00+00'", "beyond 12020-02-29 12:00:00+00")]
    [TestCase("date '10000-01-01'", "beyond 10000-01-01")]
    [TestCase("date '5874897-12-31'", "beyond 5874897-12-31")]
    [TestCase("date '0001-12-31 BC'", "beyond 0001-12-31 BC")]
    [TestCase("date '0005-02-29 BC'", "beyond 0005-02-29 BC")]
    [TestCase("date '-infinity'", "beyond -infinity")]
    [TestCase("time '24:00:00'", "beyond 24:00:00")]
    [TestCase("'NaN'::numeric(5,2)", "beyond NaN")]
    public void A_value_beyond_its_type_is_told_as_the_server_writes_it(string value, string told)
    {
        using var source = _database.Open(isTarget: false);

        Assert.That(TextRows.Read(source, $"SELECT {value}")[0][0], Is.EqualTo(told));
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
        $"SELECT format_type(atttypid, atttypmod) || attcollation FROM pg_attribute "
        + $"WHERE attrelid = '{table}'::regclass AND attname = 'value'");

    private string? Contents(string table) => _database.Ask(
        $"SELECT string_agg(n || '=' || coalesce(value::text, 'NULL'), E'\\n' ORDER BY n) FROM {table}");
}
