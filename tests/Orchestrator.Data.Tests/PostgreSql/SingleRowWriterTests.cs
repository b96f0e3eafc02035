using Npgsql;
using Orchestrator.Core.Types;
using Orchestrator.Data.Evidence;
using Orchestrator.Data.PostgreSql;

namespace Orchestrator.Data.Tests.PostgreSql;

/// <summary>Rows that are a transaction each, several in one exchange.</summary>
internal sealed class SingleRowWriterTests
{
    private static readonly RowColumn[] Columns = [new("n", new SqlType(SqlTypeKind.Int))];

    private TestDatabase _database = null!;
    private IDatabase _target = null!;
    private AttemptMeter _meter = null!;
    private RowBatchPool _pool = null!;

    [SetUp]
    public void Make()
    {
        _database = new TestDatabase();
        _meter = new AttemptMeter { MayProbe = true };
        _target = _database.Open(meter: _meter);
        _pool = new RowBatchPool(new RunResources().Memory, Columns);
        _database.Run("""
            CREATE TABLE markers (object_schema text, object_name text, token bigint, step bigint);
            INSERT INTO markers VALUES ('public', 't', 7, 0);
            """);
    }

    [TearDown]
    public void Remove()
    {
        _pool.Dispose();
        _target.Dispose();
        _database.Dispose();
    }

    [Test]
    public void Each_row_has_a_step_of_its_own_and_the_last_one_stands()
    {
        _database.Run("CREATE TABLE t (n int)");

        Assert.That(Write(rows: 40), Is.Empty);

        Assert.That(_database.Ask("SELECT count(*) || ' ' || count(DISTINCT xmin::text) FROM t"), Is.EqualTo("40 40"));
        Assert.That(_database.Ask("SELECT step FROM markers"), Is.EqualTo("40"));
    }

    [Test]
    public void A_refused_row_ends_the_exchange_and_nothing_of_it_stays_open()
    {
        _database.Run("CREATE TABLE t (n int CHECK (n <> 5))");

        Assert.That(Write(rows: 40), Is.EqualTo((int[])[4]));

        Assert.That(_database.Ask("SELECT count(*) FROM t"), Is.EqualTo("39"));
        Assert.That(_database.Ask("SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in%'"),
            Is.EqualTo("0"));
    }

    [Test]
    public void Rows_are_left_while_somebody_holds_the_claim()
    {
        _database.Run("CREATE TABLE t (n int)");
        using var holder = new NpgsqlConnection(_database.ConnectionString + ";Pooling=false");
        holder.Open();
        using var held = new NpgsqlCommand("BEGIN; UPDATE markers SET step = step", holder);
        held.ExecuteNonQuery();

        Assert.That(Write(rows: 3), Is.EqualTo((int[])[0, 1, 2]));
        Assert.That(_database.Ask("SELECT count(*) FROM t"), Is.EqualTo("0"));
    }

    [Test]
    public void Behind_a_row_that_was_held_up_none_of_its_exchange_is_written_so_that_their_order_stays()
    {
        _database.Run("CREATE TABLE t (n int)");

        var left = Write(rows: 40, heldAt: 5);

        Assert.That(left, Is.EqualTo(Enumerable.Range(4, 28)));
        Assert.That(
            _database.Ask("SELECT string_agg(n::text, ' ' ORDER BY n) FROM t"),
            Is.EqualTo("1 2 3 4 33 34 35 36 37 38 39 40"));
    }

    [Test]
    public void A_session_that_forgot_the_statement_is_told_it_anew()
    {
        _database.Run("CREATE TABLE t (n int)");

        var left = Write(rows: 96, between: () => _target.Execute("DEALLOCATE ALL"));

        Assert.That(left, Is.EqualTo((int[])[32]));
        Assert.That(_database.Ask("SELECT count(*) FROM t"), Is.EqualTo("95"));
    }

    [Test]
    public void Some_exchanges_do_not_wait_for_the_log_so_that_its_part_is_known()
    {
        _database.Run("CREATE TABLE t (n int)");

        Write(rows: 1000, times: 6);

        var found = _meter.Read()!;
        Assert.That(found.Commits, Is.EqualTo(6000));
        Assert.That(found.LogTimeHow, Is.EqualTo("160 of 6000 commits did not wait"));
    }

    /// <summary>Writes rows; the claim of one of them is held by somebody, who is gone before the next.</summary>
    [Test]
    public void The_last_exchange_of_a_batch_waits_for_the_log_as_none_may_follow_it()
    {
        _database.Run("CREATE TABLE t (n int)");

        Write(rows: 32, times: 400);

        Assert.That(_meter.Read()!.LogTimeHow, Does.Not.Contain("did not wait"));
    }

    [Test]
    public void A_refused_row_is_no_commit()
    {
        _database.Run("CREATE TABLE t (n int CHECK (n <> 5))");

        Write(rows: 5);

        Assert.That(_meter.Read()!.Commits, Is.EqualTo(4));
    }

    [TestCase(false)]
    [TestCase(true)]
    public void Each_row_is_on_disk_in_a_database_that_somebody_else_has_relaxed(bool isPooled)
    {
        _database.Run("""
            CREATE TABLE t (n int, said text DEFAULT current_setting('synchronous_commit'));
            DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database()); END $$;
            """);
        using var pooler = new Pooler(Server.Cluster.Port, refusal: null);
        _target.Dispose();
        _target = _database.Open(connectionString: isPooled ? pooler.Through(_database.ConnectionString) : null);

        Assert.That(Write(rows: 40), Is.Empty);

        Assert.That(
            _database.Ask("SELECT string_agg(DISTINCT said, ' ') || ' ' || count(*) FROM t"), Is.EqualTo("on 40"));
    }

    [TestCase("array_nulls = on", true)]
    [TestCase("array_nulls = off", false)]
    [TestCase("xmloption = document", false)]
    public void Rows_go_by_themselves_only_where_nothing_is_said_of_the_texts_of_their_values(
        string said, bool isOpened)
    {
        _database.Run("CREATE TABLE t (n int)");
        _database.Run(
            $"DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET {said}', current_database()); END $$");
        _target.Dispose();
        _target = _database.Open();

        using var writer = Open();

        Assert.That(writer, isOpened ? Is.Not.Null : Is.Null);
    }

    [Test]
    public void A_row_that_is_told_to_wait_for_the_disk_waits_for_no_less_than_its_session_does()
    {
        Assert.That(
            _database.Ask("SET synchronous_commit = remote_write; SELECT current_setting('synchronous_commit') FROM "
                + $"(SELECT 1{PostgreSqlDurabilityDialect.Holding("on")}) AS t"),
            Is.EqualTo("remote_write"));
    }

    private List<int> Write(int rows, Action? between = null, int times = 1, int heldAt = 0)
    {
        using var batch = _pool.RentNow();
        for (batch.Count = 0; batch.Count < rows; batch.Count++)
        {
            batch.Columns[0].Int64s[batch.Count] = batch.Count + 1;
        }

        using var writer = Open(heldAt)!;
        var left = new List<int>();
        for (var row = 0; row < rows * times; between?.Invoke())
        {
            var from = row % rows;
            row += writer.Write(batch, from, Math.Min(writer.RowsMax, rows - from), row + 1, left);
        }

        return left;
    }

    private ISingleRowWriter? Open(int heldAt = 0)
    {
        var claim = new Claim(
            new TableName("public", "markers"),
            "UPDATE markers SET step = @step WHERE object_schema = @schema AND object_name = @name AND token <= @token "
                + $"AND @step <> {heldAt}",
            [("schema", "public"), ("name", "t"), ("token", 7L)]);
        return _target.WriteSingly(
            new TableName("public", "t"), Columns, [], new WriteOptions { IsRowByRow = true }, claim);
    }
}
