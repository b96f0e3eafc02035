using Orchestrator.Core.Types;

namespace Orchestrator.Data.Tests.MariaDb;

[NonParallelizable] // Some change a setting of the server.
internal sealed class WriterTests
{
    private static readonly RowColumn[] Columns =
        [new("n", new SqlType(SqlTypeKind.Int)), new("name", new SqlType(SqlTypeKind.NVarChar, 10))];

    private TestDatabase _database = null!;
    private IDatabase _target = null!;

    [SetUp]
    public void Make()
    {
        _database = new TestDatabase();
        _target = _database.Open();
    }

    [TearDown]
    public void Remove()
    {
        _target.Dispose();
        _database.Dispose();
    }

    [Test]
    public void Many_rows_arrive_with_the_values_that_are_the_same_in_each()
    {
        _database.Run("CREATE TABLE t (n int, name varchar(10), audit bigint, source text, extra text)");
        string?[][] rows = [.. Enumerable.Range(1, 50_000).Select(i => new[] { $"{i}", i % 7 == 0 ? null : $"n {i}" })];

        var taken = TextRows.Write(
            _target, Table("t"), Columns, rows, null,
            new FilledColumn(new RowColumn("audit", new SqlType(SqlTypeKind.BigInt)), 482L),
            new FilledColumn(new RowColumn("source", new SqlType(SqlTypeKind.NVarChar, SqlType.Max)), "it's\ta \\file"),
            new FilledColumn(new RowColumn("extra", new SqlType(SqlTypeKind.NVarChar, SqlType.Max)), null));

        Assert.That(taken, Is.EqualTo(50_000));
        Assert.That(
            _database.Ask("SELECT concat_ws(' ', count(*), sum(n), count(name), sum(audit), min(source), max(source)) "
                + "FROM t WHERE extra IS NULL"),
            Is.EqualTo("50000 1250025000 42858 24100000 it's\ta \\file it's\ta \\file"));
    }

    [TestCase("CHECK (n <> 3)", "4025", "")]
    [TestCase("PRIMARY KEY", "1062", "")]
    [TestCase("NOT NULL", "1048", "n")]
    public void A_row_that_the_table_refuses_is_told_by_its_number(string constraint, string code, string column)
    {
        _database.Run($"CREATE TABLE t (n int {constraint}, name varchar(10))");
        string?[][] rows = [["1", "a"], ["2", "b"], [constraint == "NOT NULL" ? null : constraint == "PRIMARY KEY"
            ? "2" : "3", "c"], ["4", "d"]];

        foreach (var isRowByRow in (bool[])[false, true])
        {
            var refused = Assert.Throws<DataRefusedException>(() =>
                TextRows.Write(_target, Table("t"), Columns, rows, new WriteOptions { IsRowByRow = isRowByRow }));
            _target.Rollback();

            Assert.That(refused!.Code, Is.EqualTo("ORC3412"));
            Assert.That((refused.Row, refused.Column), Is.EqualTo((3L, column)));
            Assert.That(refused.Message, Does.StartWith("Row 3 was refused by the table: ").And.Contain(code));
            Assert.That(refused.Message, Does.Not.Contain(" at row "));
        }

        Assert.That(_database.Ask("SELECT count(*) FROM t"), Is.EqualTo("0"));
    }

    [TestCase(1)]
    [TestCase(255)]
    [TestCase(256)]
    [TestCase(513)]
    [TestCase(777)]
    public void It_is_found_wherever_it_stands(int wrong)
    {
        _database.Run($"CREATE TABLE t (n int CHECK (n <> {wrong}), name varchar(10))");
        string?[][] rows = [.. Enumerable.Range(1, 800).Select(i => new[] { $"{i}", "x" })];

        var refused = Assert.Throws<DataRefusedException>(() => TextRows.Write(_target, Table("t"), Columns, rows));

        Assert.That(refused!.Row, Is.EqualTo(wrong));
    }

    [Test]
    public void A_row_at_which_a_trigger_fails_is_found_though_the_server_tells_another_number()
    {
        _database.Run(
            """
            CREATE TABLE seen (n int PRIMARY KEY);
            INSERT INTO seen VALUES (3);
            CREATE TABLE t (n int, name varchar(10));
            CREATE TRIGGER see AFTER INSERT ON t FOR EACH ROW INSERT INTO seen VALUES (NEW.n);
            """);

        var refused = Assert.Throws<DataRefusedException>(() => TextRows.Write(
            _target, Table("t"), Columns, [["1", null], ["2", null], ["3", null], ["4", null]]));
        _target.Rollback();

        Assert.That(refused!.Row, Is.EqualTo(3));
        Assert.That(_database.Ask("SELECT count(*) FROM seen"), Is.EqualTo("1"));
    }

    [Test]
    public void A_part_that_is_refused_can_be_taken_back_and_tried_again_in_halves()
    {
        _database.Run("CREATE TABLE t (n int CHECK (n % 5 <> 0), name varchar(10))");
        using var pool = new RowBatchPool(new RunResources().Memory, Columns);
        using var batch = pool.RentNow();
        for (batch.Count = 0; batch.Count < 8; batch.Count++)
        {
            batch.Columns[0].Int64s[batch.Count] = batch.Count + 1;
            batch.Columns[1].SetNull(batch.Count);
        }

        _target.Begin(CancellationToken.None);
        using var writer = _target.Write(Table("t"), Columns, [], new WriteOptions());
        var refused = new List<long>();
        long taken = 0;
        void Try(int from, int count)
        {
            _target.Execute("SAVEPOINT part");
            try
            {
                writer.Write(batch, from, count);
                taken += writer.Complete();
                _target.Execute("RELEASE SAVEPOINT part");
            }
            catch (DataRefusedException)
            {
                _target.Execute("ROLLBACK TO SAVEPOINT part");
                if (count == 1)
                {
                    refused.Add(batch.RowNumber(from));
                    return;
                }

                Try(from, count / 2);
                Try(from + (count / 2), count - (count / 2));
            }
        }

        Try(0, 8);
        _target.Commit();

        Assert.That(refused, Is.EqualTo(new[] { 5 }));
        Assert.That(taken, Is.EqualTo(7));
        Assert.That(
            _database.Ask("SELECT group_concat(n ORDER BY n SEPARATOR ' ') FROM t"), Is.EqualTo("1 2 3 4 6 7 8"));
    }

    [Test]
    public void Rows_behind_a_refusal_are_as_they_were_before_the_statement()
    {
        _database.Run("CREATE TABLE t (n int PRIMARY KEY, name varchar(10))");
        _target.Begin(CancellationToken.None);
        Assert.Throws<DataRefusedException>(() => TextRows.WriteOnly(
            _target, Table("t"), Columns, [["1", null], ["2", null], ["2", null], ["3", null]]));

        Assert.That(_target.Number("SELECT count(*) FROM t"), Is.Zero);
        _target.Rollback();
    }

    [Test]
    public void A_row_larger_than_a_message_to_the_server_is_refused_and_the_session_lives()
    {
        _database.Run("CREATE TABLE t (n int, name longtext)");
        RowColumn[] columns = [Columns[0], new("name", new SqlType(SqlTypeKind.NVarChar, SqlType.Max))];
        var tooLong = new string('x', 1 + (int)_target.Number("SELECT @@max_allowed_packet"));

        var refused = Assert.Throws<DataRefusedException>(() => TextRows.Write(
            _target, Table("t"), columns, [["1", "a"], ["2", tooLong]]));
        _target.Rollback();

        Assert.That(refused!.Row, Is.EqualTo(2));
        Assert.That(refused.Message, Does.Contain("max_allowed_packet"));
        Assert.That(_target.Number("SELECT 1"), Is.EqualTo(1));
    }

    [Test]
    public void Long_rows_are_sent_in_as_many_messages_as_they_need()
    {
        _database.Run("CREATE TABLE t (n int, name longtext)");
        RowColumn[] columns = [Columns[0], new("name", new SqlType(SqlTypeKind.NVarChar, SqlType.Max))];
        string?[][] rows = [.. Enumerable.Range(1, 24).Select(i => new[] { $"{i}", new string('x', 2_000_000) })];

        Assert.That(TextRows.Write(_target, Table("t"), columns, rows), Is.EqualTo(24));
        Assert.That(_database.Ask("SELECT sum(length(name)) FROM t"), Is.EqualTo("48000000"));
    }

    [Test]
    public void Numbers_of_many_digits_are_counted_as_they_are_sent()
    {
        const int count = 100;
        var declared = string.Join(", ", Enumerable.Range(1, count).Select(i => $"d{i} decimal(38,0)"));
        _database.Run($"CREATE TABLE t ({declared})");
        RowColumn[] columns = [.. Enumerable.Range(1, count).Select(i =>
            new RowColumn($"d{i}", TestDatabase.Type("decimal(38,0)")))];
        string?[] row = [.. Enumerable.Repeat("-" + new string('9', 38), count)];
        var before = _database.Ask("SELECT @@GLOBAL.max_allowed_packet");
        _database.Run("SET GLOBAL max_allowed_packet = 32768");
        try
        {
            using var target = _database.Open();

            Assert.That(TextRows.Write(target, Table("t"), columns, [.. Enumerable.Repeat(row, 50)]), Is.EqualTo(50));
        }
        finally
        {
            _database.Run($"SET GLOBAL max_allowed_packet = {before}");
        }
    }

    [TestCase("year", "smallint", "5")]
    [TestCase("year", "smallint", "1900")]
    [TestCase("tinyint", "smallint", "128")]
    [TestCase("inet6", "nvarchar(max)", "nowhere")]
    [TestCase("uuid", "uniqueidentifier", "00112233-4455-8677-0899-AABBCCDDEEFF")]
    [TestCase("int unsigned", "bigint", "-1")]
    [TestCase("timestamp NULL", "datetimeoffset(0)", "2200-01-01 00:00:00 +00:00")]
    public void A_value_that_a_type_of_the_server_refuses_is_told_by_its_row(
        string declared, string neutral, string value)
    {
        _database.Run($"CREATE TABLE t (n int, name {declared})");
        RowColumn[] columns = [Columns[0], new("name", TestDatabase.Type(neutral))];

        var refused = Assert.Throws<DataRefusedException>(() =>
            TextRows.Write(_target, Table("t"), columns, [["1", null], ["2", value]]));

        Assert.That(refused!.Row, Is.EqualTo(2));
    }

    [Test]
    public void Zero_is_no_new_number_of_a_column_that_counts()
    {
        _database.Run("CREATE TABLE t (n int AUTO_INCREMENT PRIMARY KEY, name varchar(10))");

        Assert.That(TextRows.Write(_target, Table("t"), Columns, [["0", "a"], ["7", "b"]]), Is.EqualTo(2));
        Assert.That(_database.Ask("SELECT group_concat(n ORDER BY n) FROM t"), Is.EqualTo("0,7"));
    }

    [Test]
    public void A_uuid_and_its_bytes_are_told_apart()
    {
        _database.Run("CREATE TABLE t (n uuid, name binary(16))");
        const string guid = "00112233-4455-6677-8899-AABBCCDDEEFF";
        var columns = _target.Columns(Table("t"));

        TextRows.Write(_target, Table("t"), columns, [[guid, guid.Replace("-", "")]]);

        Assert.That(
            _database.Ask("SELECT concat(n, ' ', hex(name)) FROM t"),
            Is.EqualTo(guid.ToLowerInvariant() + " " + guid.Replace("-", "")));
    }

    [Test]
    public void The_end_of_a_day_is_a_time()
    {
        _database.Run("CREATE TABLE t (n time, name varchar(10)); INSERT INTO t VALUES ('24:00:00', 'x')");
        using var source = _database.Open(isTarget: false);
        using var reader = source.Read("SELECT n, name FROM t");
        var resources = new RunResources();
        using var pool = new RowBatchPool(resources.Memory, reader.Columns);
        var columns = _target.Columns(Table("t"));
        using var guard = new Guard(
            reader.Columns,
            [.. columns.Select((column, i) => TextRows.GuardOf(TestDatabase.Platform.Dialect, column, i))], resources);
        var rows = pool.RentNow();
        reader.Read(rows, CancellationToken.None);
        _target.Begin(CancellationToken.None);
        using (var writer = _target.Write(Table("t"), columns, [], new WriteOptions()))
        using (var guarded = guard.Check(rows))
        {
            writer.Write(guarded, 0, guarded.Count);
            writer.Complete();
        }

        _target.Commit();

        Assert.That(_database.Ask("SELECT group_concat(n) FROM t"), Is.EqualTo("24:00:00,24:00:00"));
    }

    [Test]
    public void A_missing_column_is_the_metadata_s_fault()
    {
        _database.Run("CREATE TABLE t (n int)");

        var fault = TestDatabase.Platform.Explain(Assert.Catch(() =>
            TextRows.Write(_target, Table("t"), Columns, [["1", null]]))!)!;

        Assert.That((fault.Code, fault.Class), Is.EqualTo(("1054", DatabaseFaultClass.Config)));
    }

    private static TableName Table(string name) => TestDatabase.Platform.Dialect.Table(null, name);
}
