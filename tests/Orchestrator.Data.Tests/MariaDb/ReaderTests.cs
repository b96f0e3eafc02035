namespace Orchestrator.Data.Tests.MariaDb;

internal sealed class ReaderTests
{
    private TestDatabase _database = null!;

    [OneTimeSetUp]
    public void Make()
    {
        _database = new TestDatabase();
        _database.Run(
            "CREATE TABLE numbers (n bigint NOT NULL, name varchar(24)) AS "
            + "SELECT seq AS n, concat('row ', seq) AS name FROM seq_1_to_20000");
    }

    [OneTimeTearDown]
    public void Remove() => _database.Dispose();

    [Test]
    public void Rows_come_in_batches_and_in_order()
    {
        using var source = _database.Open(isTarget: false);

        var rows = TextRows.Read(source, "SELECT n, name FROM numbers ORDER BY n;\n-- the end");

        Assert.That(rows, Has.Count.EqualTo(20_000));
        Assert.That(rows.Index().All(x => x.Item[0] == $"{x.Index + 1}" && x.Item[1] == $"row {x.Index + 1}"));
    }

    [Test]
    public void A_reader_that_is_left_before_its_last_row_does_not_wait_for_it()
    {
        using var source = _database.Open(isTarget: false);
        var reader = source.Read("""
            SELECT n, repeat('x', 100) AS x, CASE WHEN n = 20000 THEN sleep(1200) END AS late FROM numbers
            """);
        using var pool = new RowBatchPool(new MemoryBudget(1 << 20), reader.Columns, bytesMax: 64 * 1024);
        using (var batch = pool.Rent(CancellationToken.None))
        {
            Assert.That(reader.Read(batch, CancellationToken.None), Is.True);
        }

        var begun = TimeProvider.System.GetTimestamp();
        reader.Dispose();

        Assert.That(TimeProvider.System.GetElapsedTime(begun), Is.LessThan(TimeSpan.FromMinutes(10)));
        source.Rollback();
        Assert.That(source.Number("SELECT count(*) FROM numbers"), Is.EqualTo(20_000));
    }

    [Test]
    public void A_reader_that_is_left_behind_its_last_row_stops_nothing()
    {
        using var target = _database.Open();
        target.Begin(CancellationToken.None);
        using (var reader = target.Read("SELECT repeat('x', 50000) AS x"))
        using (var pool = new RowBatchPool(new MemoryBudget(1 << 20), reader.Columns, bytesMax: 4096))
        using (var batch = pool.Rent(CancellationToken.None))
        {
            Assert.That(reader.Read(batch, CancellationToken.None), Is.True);
        }

        var table = TestDatabase.Platform.Dialect.Table(null, "numbers");
        Assert.That(
            TextRows.WriteOnly(target, table, target.Columns(table), [["20001", "one more"]]), Is.EqualTo(1));
        target.Rollback();
    }

    [Test]
    public void A_query_without_rows_still_has_columns()
    {
        using var source = _database.Open(isTarget: false);
        using var reader = source.Read(
            "SELECT n, now(3) AS moment, n / 3 AS third, name, count(*) AS several, NULL AS nothing, 1e0 AS one, "
            + "CAST(name AS BINARY(5)) AS bytes, ~0 AS most FROM numbers WHERE false GROUP BY n, name");

        Assert.That(reader.Columns.Select(column => $"{column.Name} {column.Type}"), Is.EqualTo(new[]
        {
            "n bigint", "moment datetime2(3)", "third decimal(23,4)", "name nvarchar(24)", "several bigint",
            "nothing nvarchar(max)", "one float", "bytes varbinary(5)", "most decimal(20,0)",
        }));
    }

    [TestCase("uuid")]
    [TestCase("varchar(20) CHARACTER SET latin1 COLLATE latin1_bin")]
    [TestCase("enum('a','b')")]
    [TestCase("binary(16)")]
    [TestCase("mediumtext")]
    [TestCase("int unsigned")]
    [TestCase("bigint unsigned")]
    [TestCase("tinyint(1)")]
    [TestCase("bit(5)")]
    [TestCase("decimal(20,6)")]
    [TestCase("timestamp(3) NULL")]
    [TestCase("datetime(3)")]
    [TestCase("datetime(6) COMMENT 'datetimeoffset'")]
    [TestCase("time(2)")]
    [TestCase("year")]
    [TestCase("point")]
    [TestCase("inet6")]
    [TestCase("float(7,2)")]
    public void A_column_of_a_query_is_as_its_table_says(string declared)
    {
        _database.Run($"DROP TABLE IF EXISTS measured; CREATE TABLE measured (value {declared})");
        using var source = _database.Open(isTarget: false);
        var column = source.Columns(Table("measured"))[0];
        using var reader = source.Read("SELECT m.value FROM measured AS m");

        Assert.That(reader.Columns[0], Is.EqualTo(column));
    }

    [Test]
    public void Columns_may_share_a_name()
    {
        using var source = _database.Open(isTarget: false);

        var rows = TextRows.Read(source, "SELECT 1 AS a, 2 AS a, 'x' FROM numbers WHERE n < 3");

        Assert.That(rows, Is.EqualTo(new[] { new[] { "1", "2", "x" }, ["1", "2", "x"] }));
    }

    [Test]
    public void Parameters_are_what_they_were_given_as()
    {
        using var source = _database.Open(isTarget: false);

        var rows = TextRows.Read(
            source,
            """
            SELECT concat(@text, '!'), @number + 1, date '2020-01-02' > @day, @nothing IS NULL, '@text'
            FROM numbers WHERE n = @number AND @text <> ''
            """,
            ("text", "it's \\ 'quoted'"), ("number", 7L), ("day", "2020-01-01"), ("nothing", null), ("unused", 1L));

        Assert.That(rows, Is.EqualTo(new[] { new[] { "it's \\ 'quoted'!", "8", "1", "1", "@text" } }));
    }

    [Test]
    public void Long_values_and_the_rows_after_them_are_whole()
    {
        using var source = _database.Open(isTarget: false);

        var rows = TextRows.Read(
            source, "SELECT n, repeat(n, CASE n WHEN 2 THEN 3000000 WHEN 3 THEN 70000 ELSE 1 END) "
                + "FROM numbers WHERE n < 6 ORDER BY n");

        Assert.That(rows.Select(row => row[1]!.Length), Is.EqualTo(new[] { 1, 3_000_000, 70_000, 1, 1 }));
        Assert.That(rows[1][1]!.Trim('2'), Is.Empty);
    }

    [Test]
    public void A_row_over_the_limit_is_refused_by_its_number()
    {
        using var source = _database.Open(isTarget: false, rowBytesMax: 100_000);

        var refused = Assert.Throws<DataRefusedException>(() => TextRows.Read(
            source, "SELECT repeat('x', CASE n WHEN 3 THEN 5000000 ELSE 90000 END) FROM numbers WHERE n < 6"));

        Assert.That(refused!.Code, Is.EqualTo("ORC3107"));
        Assert.That(refused.Row, Is.EqualTo(3));
        Assert.That(refused.Message, Does.Contain("100,000 bytes").And.Contain("limits.row"));
    }

    [Test]
    public void A_number_that_the_client_cannot_read_is_refused_and_comes_as_text()
    {
        const string digits = "0.00000000000000000000000000000000000001";
        using var source = _database.Open(isTarget: false);

        var refused = Assert.Throws<DataRefusedException>(
            () => TextRows.Read(source, $"SELECT CAST('{digits}' AS decimal(38,38)) AS tiny"));

        Assert.That((refused!.Code, refused.Row, refused.Column), Is.EqualTo(("ORC3411", 1L, "tiny")));
        source.Rollback();
        Assert.That(
            TextRows.Read(source, $"SELECT CAST(CAST('{digits}' AS decimal(38,38)) AS CHAR(67)) AS tiny")[0],
            Is.EqualTo(new[] { digits }));
    }

    [TestCase("SELECT 1; SELECT 2")]
    [TestCase("-- nothing")]
    [TestCase("DO 1")]
    public void What_is_not_one_query_is_refused(string sql)
    {
        using var source = _database.Open(isTarget: false);

        Assert.That(
            Assert.Throws<DataRefusedException>(() => source.Read(sql))!.Code, Is.EqualTo("ORC3413"));
    }

    [Test]
    public void A_mistake_is_told_with_its_number()
    {
        using var source = _database.Open(isTarget: false);

        var fault = TestDatabase.Platform.Explain(Assert.Catch(() => source.Read("SELECT nmae FROM numbers"))!)!;

        Assert.That((fault.Code, fault.Class), Is.EqualTo(("1054", DatabaseFaultClass.Config)));
    }

    [Test]
    public void A_failure_in_the_midst_of_the_rows_is_a_failure_and_not_an_end()
    {
        using var source = _database.Open(isTarget: false);

        var fault = Assert.Catch(() => TextRows.Read(source, "SELECT n, exp(n / 25) FROM numbers ORDER BY n"));

        Assert.That(TestDatabase.Platform.Explain(fault!)!.Code, Is.EqualTo("1690"));
        source.Rollback();
        Assert.That(TextRows.Read(source, "SELECT 1"), Has.Count.EqualTo(1));
    }

    [Test]
    public void A_source_cannot_be_written()
    {
        using var source = _database.Open(isTarget: false);

        var fault = TestDatabase.Platform.Explain(
            Assert.Catch(() => source.Execute("INSERT INTO numbers VALUES (0, '')"))!);

        Assert.That(fault!.Code, Is.EqualTo("1792"));
    }

    [TestCase(ReadIsolation.Snapshot, 0)]
    [TestCase(ReadIsolation.RepeatableRead, 0)]
    [TestCase(ReadIsolation.ReadCommitted, 1)]
    public void A_snapshot_does_not_see_what_is_committed_meanwhile(ReadIsolation isolation, int seen)
    {
        _database.Run("DROP TABLE IF EXISTS changing; CREATE TABLE changing (n int)");
        using var source = _database.Open(isTarget: false, isolation);
        source.Number("SELECT count(*) FROM changing");
        _database.Run("INSERT INTO changing VALUES (1)");

        Assert.That(TextRows.Read(source, "SELECT n FROM changing"), Has.Count.EqualTo(seen));
    }

    [Test]
    public void Reading_stops_when_it_is_told_to()
    {
        using var source = _database.Open(isTarget: false);
        using var reader = source.Read("SELECT n, sleep(0.001) FROM numbers");
        using var pool = new RowBatchPool(new RunResources().Memory, reader.Columns);
        using var batch = pool.RentNow();
        using var stop = new CancellationTokenSource(TimeSpan.FromMilliseconds(100));

        Assert.That(() => reader.Read(batch, stop.Token), Throws.InstanceOf<OperationCanceledException>());
    }

    [TestCase("date '0000-00-00'", "date", "beyond 0000-00-00")]
    [TestCase("'0000-00-00'", "datetime(6)", "beyond 0000-00-00 00:00:00")]
    [TestCase("'2024-00-05'", "date", "beyond 2024-00-05")]
    [TestCase("'2024-02-31 01:02:03'", "datetime", "beyond 2024-02-31 01:02:03")]
    [TestCase("'0000-00-00'", "timestamp NULL", "beyond 0000-00-00 00:00:00")]
    [TestCase("'24:00:00'", "time", "beyond 24:00:00")]
    [TestCase("'-838:59:59'", "time", "beyond -838:59:59")]
    [TestCase("'-00:00:00.5'", "time(1)", "beyond -00:00:00.500000")]
    [TestCase("'23:59:59.999999'", "time(6)", "23:59:59.999999")]
    [TestCase("'0001-01-01'", "date", "0001-01-01")]
    public void A_value_beyond_its_type_is_told_as_the_server_writes_it(string value, string declared, string told)
    {
        // One session: the mode is its own.
        _database.Run(
            $"SET sql_mode = 'ALLOW_INVALID_DATES'; CREATE OR REPLACE TABLE beyonds (value {declared}) AS "
            + $"SELECT {value} AS value");
        using var source = _database.Open(isTarget: false);

        Assert.That(TextRows.Read(source, "SELECT value FROM beyonds")[0][0], Is.EqualTo(told));
    }

    [Test]
    public void Numbers_come_with_all_of_their_digits()
    {
        using var source = _database.Open(isTarget: false);

        var rows = TextRows.Read(
            source,
            """
            SELECT CAST(0.1 AS FLOAT), 1.7976931348623157e308, 18446744073709551615,
              CAST(-1234567890123456789012345678.0123456789 AS DECIMAL(38,10)),
              CAST(12345678901234567890123456789012345678901234567890.5 AS DECIMAL(60,1))
            """);

        Assert.That(rows[0], Is.EqualTo(new[]
        {
            "0.1", "1.7976931348623157E+308", "18446744073709551615",
            "-1234567890123456789012345678.0123456789", "12345678901234567890123456789012345678901234567890.5",
        }));
    }

    [Test]
    public void A_query_calls_a_table_of_its_own_like_one_that_is_there()
    {
        _database.Run("CREATE OR REPLACE TABLE same (value uuid)");
        using var source = _database.Open(isTarget: false);

        var rows = TextRows.Read(source, "WITH same AS (SELECT 'a text' AS value) SELECT value FROM same");

        Assert.That(rows[0][0], Does.EndWith("a text"));
    }

    private static TableName Table(string name) => TestDatabase.Platform.Dialect.Table(null, name);
}
