namespace Orchestrator.Data.Tests.PostgreSql;

internal sealed class ReaderTests
{
    private TestDatabase _database = null!;

    [OneTimeSetUp]
    public void Make()
    {
        _database = new TestDatabase();
        _database.Run("CREATE TABLE numbers AS SELECT i AS n, 'row ' || i AS name FROM generate_series(1, 20000) i");
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
            SELECT n, repeat('x', 100) AS x, CASE WHEN n = 20000 THEN pg_sleep(1200)::text END AS late FROM numbers
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
    public void A_query_without_rows_still_has_columns()
    {
        using var source = _database.Open(isTarget: false);
        using var reader = source.Read("SELECT n, now(), n::numeric / 3 AS third FROM numbers WHERE false");

        Assert.That(reader.Columns.Select(column => $"{column.Name} {column.Type}"), Is.EqualTo(new[]
        {
            "n int", "now datetimeoffset(6)", "third nvarchar(max)",
        }));
    }

    [Test]
    public void A_name_that_differs_from_a_variable_in_case_alone_is_refused_and_no_absolute_value()
    {
        using var source = _database.Open(isTarget: false);
        const string query = "SELECT count(*) FROM numbers WHERE n = @n";

        var refused = Assert.Throws<DataRefusedException>(() => source.Number(query, ("@N", 7L)))!;

        Assert.That((refused.Code, refused.Message), Is.EqualTo(("ORC3417", refused.Message)));
        Assert.That(source.Number(query.Replace("@n", "@N"), ("@N", 7L)), Is.EqualTo(1));
        Assert.That(source.Number("SELECT count(*) FROM numbers WHERE name = '@n'", ("@N", 7L)), Is.Zero);
    }

    [Test]
    public void Columns_may_share_a_name_or_have_none()
    {
        using var source = _database.Open(isTarget: false);

        var rows = TextRows.Read(source, "SELECT 1 AS a, 2 AS a, '1 day'::interval FROM (SELECT 1) q LIMIT 0");
        var one = TextRows.Read(source, "VALUES (1, 'a', '1 day'::interval), (2, 'b', '-1 day')");

        Assert.That(rows, Is.Empty);
        Assert.That(one, Is.EqualTo(new[] { new[] { "1", "a", "1 day" }, ["2", "b", "-1 days"] }));
    }

    [Test]
    public void Parameters_have_the_types_that_the_query_expects()
    {
        using var source = _database.Open(isTarget: false);

        var rows = TextRows.Read(
            source,
            """
            SELECT @text || '!', @number + 1, @since::timestamp, date '2020-01-02' > @day,
              @nothing::text IS NULL, '@text', '[1,2]'::int4range @> 1
            FROM numbers WHERE n = @number AND @text <> ''
            """,
            ("text", "it's \\ 'quoted'"), ("number", 7L), ("since", new DateTime(2020, 1, 2, 3, 4, 5)),
            ("day", "2020-01-01"), ("nothing", null), ("unused", 1L));

        Assert.That(rows, Is.EqualTo(new[]
        {
            new[] { "it's \\ 'quoted'!", "8", "2020-01-02 03:04:05.000000", "1", "1", "@text", "1" },
        }));
    }

    [Test]
    public void Long_values_and_the_rows_after_them_are_whole()
    {
        using var source = _database.Open(isTarget: false);

        var rows = TextRows.Read(
            source, "SELECT n, repeat(n::text, CASE n WHEN 2 THEN 3000000 WHEN 3 THEN 70000 ELSE 1 END) "
                + "FROM numbers WHERE n < 6 ORDER BY n");

        Assert.That(rows.Select(row => row[1]!.Length), Is.EqualTo(new[] { 1, 3_000_000, 70_000, 1, 1 }));
        Assert.That(rows[1][1]!.Trim('2'), Is.Empty);
    }

    [Test]
    public void A_row_over_the_limit_is_refused_by_its_number_before_it_is_in_memory()
    {
        using var source = _database.Open(isTarget: false, rowBytesMax: 100_000);

        var refused = Assert.Throws<DataRefusedException>(() => TextRows.Read(
            source, "SELECT repeat('x', CASE n WHEN 3 THEN 50000000 ELSE 90000 END) FROM numbers WHERE n < 6"));

        Assert.That(refused!.Code, Is.EqualTo("ORC3107"));
        Assert.That(refused.Row, Is.EqualTo(3));
        Assert.That(refused.Message, Does.Contain("100,000 bytes").And.Contain("limits.row"));
    }

    [TestCase("SELECT 1; SELECT 2")]
    [TestCase("-- nothing")]
    [TestCase("SET LOCAL work_mem = '4MB'")]
    public void What_is_not_one_query_is_refused(string sql)
    {
        using var source = _database.Open(isTarget: false);

        Assert.That(
            Assert.Throws<DataRefusedException>(() => source.Read(sql))!.Code, Is.EqualTo("ORC3413"));
    }

    [TestCase("\n\nSELECT n,\n  nmae FROM numbers", 4)]
    [TestCase("SELECT 1,\n @p + nmae FROM numbers", 2)]
    public void A_mistake_is_told_with_its_line(string sql, int line)
    {
        using var source = _database.Open(isTarget: false);

        var fault = TestDatabase.Platform.Explain(Assert.Catch(() => source.Read(sql, ("p", 1L)))!)!;

        Assert.That(fault.Line, Is.EqualTo(line));
        Assert.That(fault.Code, Is.EqualTo("42703"));
        Assert.That(fault.Class, Is.EqualTo(DatabaseFaultClass.Config));
    }

    [Test]
    public void A_failure_in_the_midst_of_the_rows_is_a_failure_and_not_an_end()
    {
        using var source = _database.Open(isTarget: false);

        var fault = Assert.Catch(() => TextRows.Read(source, "SELECT 1 / (n - 15000) FROM numbers ORDER BY n"));

        Assert.That(TestDatabase.Platform.Explain(fault!)!.Code, Is.EqualTo("22012"));
        source.Rollback();
        Assert.That(TextRows.Read(source, "SELECT 1"), Has.Count.EqualTo(1));
    }

    [Test]
    public void A_source_cannot_be_written()
    {
        using var source = _database.Open(isTarget: false);

        var fault = TestDatabase.Platform.Explain(
            Assert.Catch(() => source.Execute("INSERT INTO numbers VALUES (0, '')"))!)!;

        Assert.That(fault.Code, Is.EqualTo("25006"));
        Assert.That(fault.Class, Is.EqualTo(DatabaseFaultClass.Config));
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
        using var reader = source.Read("SELECT n, pg_sleep(0.001) FROM numbers");
        using var pool = new RowBatchPool(new RunResources().Memory, reader.Columns);
        using var batch = pool.RentNow();
        using var stop = new CancellationTokenSource(TimeSpan.FromMilliseconds(100));

        Assert.That(() => reader.Read(batch, stop.Token), Throws.InstanceOf<OperationCanceledException>());
    }

    [Test]
    public void The_session_says_who_works_and_keeps_no_setting()
    {
        using var source = _database.Open(isTarget: false);

        Assert.That(
            source.Ask("SELECT application_name FROM pg_stat_activity WHERE pid = pg_backend_pid()").First,
            Is.EqualTo(new[] { "orchestrator 7 Stage/customer" }));
        source.Rollback();
        Assert.That(TextRows.Read(source, "SELECT current_setting('DateStyle')")[0][0], Does.StartWith("ISO"));
    }

    [Test]
    public void A_server_that_keeps_bytes_as_they_come_sends_no_text_that_is_none()
    {
        _database.Run("CREATE DATABASE ascii TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'");
        var address = new Npgsql.NpgsqlConnectionStringBuilder(_database.ConnectionString) { Database = "ascii" };
        using var source = _database.Open(isTarget: false, connectionString: address.ConnectionString);

        var fault = TestDatabase.Platform.Explain(
            Assert.Catch(() => TextRows.Read(source, "SELECT chr(200) AS name"))!)!;

        Assert.That(fault.Code, Is.EqualTo("22021"));
        Assert.That(fault.Class, Is.EqualTo(DatabaseFaultClass.Data));
    }
}
