using Orchestrator.Core.Types;

namespace Orchestrator.Data.Tests.PostgreSql;

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
    public void Many_rows_arrive_with_the_values_that_are_the_same_in_each([Values] bool isText)
    {
        _database.Run($"CREATE TABLE t (n int, name varchar(10), audit bigint, source text, extra {Extra(isText)})");
        string?[][] rows = [.. Enumerable.Range(1, 50_000).Select(i => new[] { $"{i}", i % 7 == 0 ? null : $"n {i}" })];

        var taken = TextRows.Write(
            _target, Table("t"), Columns, rows, null,
            new FilledColumn(new RowColumn("audit", new SqlType(SqlTypeKind.BigInt)), 482L),
            new FilledColumn(new RowColumn("source", new SqlType(SqlTypeKind.NVarChar, SqlType.Max)), "it's\ta \\file"),
            new FilledColumn(new RowColumn("extra", new SqlType(SqlTypeKind.NVarChar, SqlType.Max)), null));

        Assert.That(taken, Is.EqualTo(50_000));
        Assert.That(
            _database.Ask("SELECT count(*) || ' ' || sum(n) || ' ' || count(name) || ' ' || sum(audit) || ' ' "
                + "|| min(source) || max(source) FROM t WHERE extra IS NULL"),
            Is.EqualTo("50000 1250025000 42858 24100000 it's\ta \\fileit's\ta \\file"));
    }

    [TestCase("CHECK (n <> 3)", "23514")]
    [TestCase("PRIMARY KEY", "23505")]
    [TestCase("NOT NULL", "23502")]
    public void A_row_that_the_table_refuses_is_told_by_its_number(string constraint, string code)
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
            Assert.That(refused.Row, Is.EqualTo(3));
            Assert.That(refused.Message, Does.StartWith("Row 3 was refused by the table: ").And.Contain(code));
        }

        Assert.That(_database.Ask("SELECT count(*) FROM t"), Is.EqualTo("0"));
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
        Assert.That(_database.Ask("SELECT string_agg(n::text, ' ' ORDER BY n) FROM t"), Is.EqualTo("1 2 3 4 6 7 8"));
    }

    [Test]
    public void A_writer_that_is_given_up_leaves_nothing_of_what_it_has_sent()
    {
        _database.Run("CREATE TABLE t (n int)");
        using var pool = new RowBatchPool(new RunResources().Memory, Columns[..1]);
        using var batch = pool.RentNow();
        for (batch.Count = 0; batch.Count < batch.RowsMax; batch.Count++)
        {
            batch.Columns[0].SetNull(batch.Count);
        }

        _target.Begin(CancellationToken.None);

        // Six bytes a row: what is sent first ends between two rows, where the server would take it for a whole COPY.
        using (var writer = _target.Write(Table("t"), Columns[..1], [], new WriteOptions()))
        {
            for (var i = 0; i < 4; i++)
            {
                writer.Write(batch, 0, batch.Count);
            }
        }

        Assert.That(_target.Commit, Throws.Exception);
        _target.Rollback();
        Assert.That(_database.Ask("SELECT count(*) FROM t"), Is.EqualTo("0"));
        Assert.That(_target.Number("SELECT 1"), Is.EqualTo(1));
    }

    [Test]
    public void A_transaction_that_has_failed_cannot_be_committed()
    {
        _database.Run("CREATE TABLE t (n int)");
        _target.Begin(CancellationToken.None);
        _target.Execute("INSERT INTO t VALUES (1)");
        Assert.That(() => _target.Execute("INSERT INTO t VALUES (1 / 0)"), Throws.Exception);

        var fault = TestDatabase.Platform.Explain(Assert.Catch(_target.Commit)!);

        Assert.That(fault!.Code, Is.EqualTo("25P02"));
    }

    [Test]
    public void Rows_that_a_trigger_swallows_are_not_counted_as_taken()
    {
        _database.Run(
            """
            CREATE TABLE t (n int, name varchar(10));
            CREATE FUNCTION skip() RETURNS trigger LANGUAGE plpgsql AS
              'BEGIN IF NEW.n = 2 THEN RETURN NULL; END IF; RETURN NEW; END';
            CREATE TRIGGER skip BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION skip();
            """);

        Assert.That(
            TextRows.Write(_target, Table("t"), Columns, [["1", null], ["2", null], ["3", null]]), Is.EqualTo(2));
        Assert.That(
            TextRows.Write(
                _target, Table("t"), Columns, [["1", null], ["2", null]], new WriteOptions { IsRowByRow = true }),
            Is.EqualTo(1));
    }

    [Test]
    public void The_rows_of_a_partitioned_table_are_counted()
    {
        _database.Run(
            """
            CREATE TABLE t (n int, name varchar(10)) PARTITION BY RANGE (n);
            CREATE TABLE t1 PARTITION OF t FOR VALUES FROM (0) TO (10);
            CREATE TABLE t2 PARTITION OF t FOR VALUES FROM (10) TO (20);
            """);

        Assert.That(
            TextRows.Write(_target, Table("t"), Columns, [["1", null], ["12", null], ["3", null]]), Is.EqualTo(3));
    }

    [Test]
    public void A_constraint_that_waits_for_the_end_is_met_in_the_part_that_breaks_it()
    {
        _database.Run(
            """
            CREATE TABLE parent (n int PRIMARY KEY);
            CREATE TABLE t (n int REFERENCES parent DEFERRABLE INITIALLY DEFERRED, name varchar(10));
            """);

        var refused = Assert.Throws<DataRefusedException>(() =>
            TextRows.Write(_target, Table("t"), Columns, [["1", null]]));

        Assert.That(refused!.Message, Does.Contain("23503"));
    }

    [Test]
    public void A_value_that_a_type_of_the_server_refuses_is_told_by_its_row()
    {
        _database.Run("CREATE TABLE t (n int, name inet)");
        RowColumn[] columns = [Columns[0], new("name", new SqlType(SqlTypeKind.NVarChar, SqlType.Max))];

        var refused = Assert.Throws<DataRefusedException>(() =>
            TextRows.Write(_target, Table("t"), columns, [["1", "10.0.0.1"], ["2", "nowhere"]]));

        Assert.That(refused!.Row, Is.EqualTo(2));
    }

    [Test]
    public void A_missing_column_is_the_metadata_s_fault()
    {
        _database.Run("CREATE TABLE t (n int)");

        var fault = TestDatabase.Platform.Explain(Assert.Catch(() =>
            TextRows.Write(_target, Table("t"), Columns, [["1", null]]))!)!;

        Assert.That(fault.Code, Is.EqualTo("42703"));
        Assert.That(fault.Class, Is.EqualTo(DatabaseFaultClass.Config));
    }

    [Test]
    public void No_row_of_fixed_width_costs_memory()
    {
        _database.Run("CREATE TABLE t (n int, amount numeric(18,2), day date, big numeric(38,4))");
        var columns = _target.Columns(Table("t"));
        using var pool = new RowBatchPool(new RunResources().Memory, columns);
        using var batch = pool.RentNow();
        for (batch.Count = 0; batch.Count < batch.RowsMax; batch.Count++)
        {
            batch.Columns[0].Int64s[batch.Count] = batch.Count;
            batch.Columns[1].Int64s[batch.Count] = batch.Count * 12345L;
            batch.Columns[2].Int64s[batch.Count] = 630_822_816_000_000_000;
            batch.Columns[3].Int128s[batch.Count] = batch.Count * (Int128)long.MaxValue;
        }

        _target.Begin(CancellationToken.None);
        using var writer = _target.Write(Table("t"), columns, [], new WriteOptions());
        writer.Write(batch, 0, batch.Count);
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < 20; i++)
        {
            writer.Write(batch, 0, batch.Count);
        }

        Assert.That((GC.GetAllocatedBytesForCurrentThread() - before) / 20 / batch.Count, Is.Zero);
    }

    private static TableName Table(string name) => TestDatabase.Platform.Dialect.Table(null, name);

    private static string Extra(bool isText) => isText ? "inet" : "text";
}
