using Npgsql;
using Orchestrator.Core.Types;
using Orchestrator.Data.PostgreSql;

namespace Orchestrator.Data.Tests.PostgreSql;

/// <summary>Stopping from another thread, and what is left to do afterwards on the same connection.</summary>
internal sealed class InterruptTests
{
    private static readonly RowColumn[] Columns = [new("n", new SqlType(SqlTypeKind.Int))];

    private TestDatabase _database = null!;
    private IDatabase _target = null!;

    [SetUp]
    public void Make()
    {
        _database = new TestDatabase();
        _database.Run("CREATE TABLE t (n int)");
        _target = _database.Open();
    }

    [TearDown]
    public void Remove()
    {
        _target.Dispose();
        _database.Dispose();
    }

    [Test]
    public void A_statement_is_stopped()
    {
        _target.Begin(CancellationToken.None);

        var fault = Stopped(() => _target.Execute("SELECT pg_sleep(60)"));

        Assert.That(TestDatabase.Platform.Explain(fault)!.Class, Is.EqualTo(DatabaseFaultClass.Cancelled));
        TextRows.Write(Rolled(), Table, Columns, [["1"]]);
        Assert.That(_database.Ask("SELECT n FROM t"), Is.EqualTo("1"));
    }

    [Test]
    public void A_statement_that_begins_behind_the_order_is_stopped_and_the_next_transaction_is_not()
    {
        _target.Begin(CancellationToken.None);
        _target.Interruption.Begin();

        var fault = Assert.Catch(() => _target.Execute("SELECT pg_sleep(600)"))!;

        Assert.That(TestDatabase.Platform.Explain(fault)!.Class, Is.EqualTo(DatabaseFaultClass.Cancelled));
        TextRows.Write(Rolled(), Table, Columns, [["1"]]);
        Assert.That(_database.Ask("SELECT n FROM t"), Is.EqualTo("1"));
    }

    [Test]
    public void A_writer_is_stopped_between_batches_and_leaves_nothing()
    {
        _target.Begin(CancellationToken.None);
        using var pool = new RowBatchPool(new RunResources().Memory, Columns);
        using var batch = pool.RentNow();
        batch.Count = batch.RowsMax;
        using var writer = _target.Write(Table, Columns, [], new WriteOptions());
        writer.Write(batch, 0, batch.Count);

        _target.Interruption.Begin();

        Assert.That(() => writer.Write(batch, 0, batch.Count), Throws.InstanceOf<OperationCanceledException>());
        TextRows.Write(Rolled(), Table, Columns, [["1"]]);
        Assert.That(_database.Ask("SELECT count(*) FROM t"), Is.EqualTo("1"));
    }

    [Test]
    public void A_writer_that_waits_for_a_lock_is_stopped()
    {
        using var other = _database.Open();
        other.Begin(CancellationToken.None);
        other.Execute("LOCK TABLE t IN ACCESS EXCLUSIVE MODE");

        var fault = Stopped(() => TextRows.Write(_target, Table, Columns, [["1"]]));

        Assert.That(TestDatabase.Platform.Explain(fault)!.Class, Is.EqualTo(DatabaseFaultClass.Cancelled));
        other.Rollback();
        TextRows.Write(Rolled(), Table, Columns, [["2"]]);
        Assert.That(_database.Ask("SELECT n FROM t"), Is.EqualTo("2"));
    }

    [TestCase("orchestrator", null, true)]
    [TestCase("somebody else", null, false)]
    [TestCase("orchestrator", "1", false)]
    [TestCase("somebody else", "", true)]
    public async Task A_session_that_got_the_number_of_ours_is_not_stopped(string name, string? began, bool isStopped)
    {
        using var other = Watching.Session(_database, $";Application Name={name}");
        using var beside = Watching.Session(_database, ";Application Name=orchestrator");
        var its = PostgreSqlSession.BeganOf(other, other.ProcessID);
        var work = Task.Run(() =>
        {
            using var sleep = new NpgsqlCommand($"SELECT pg_sleep({(isStopped ? 600 : 1)})", other)
            {
                CommandTimeout = 0,
            };
            sleep.ExecuteNonQuery();
        });
        while (_database.Ask($"SELECT 1 FROM pg_stat_activity WHERE pid = {other.ProcessID} "
            + "AND wait_event = 'PgSleep'") is null && !work.IsCompleted)
        {
            Thread.Yield();
        }

        PostgreSqlSession.Cancel(beside, other.ProcessID, began?.Length == 0 ? its : began);
        PostgresException? fault = null;
        try
        {
            await work;
        }
        catch (PostgresException stopped)
        {
            fault = stopped;
        }

        Assert.That(its, Is.Not.Null.And.Not.Empty);
        Assert.That(fault is not null, Is.EqualTo(isStopped));
    }

    [Test]
    public void Who_may_not_see_when_sessions_began_works_all_the_same()
    {
        _database.Run("""
            CREATE ROLE unseeing LOGIN PASSWORD 'x';
            REVOKE SELECT ON pg_catalog.pg_stat_activity FROM PUBLIC
            """);
        try
        {
            var unseeing = new NpgsqlConnectionStringBuilder(_database.ConnectionString)
            {
                Username = "unseeing",
                Password = "x",
            };
            using var source = _database.Open(isTarget: false, connectionString: unseeing.ConnectionString);

            Assert.That(source.Number("SELECT 7"), Is.EqualTo(7));
        }
        finally
        {
            _database.Run("DROP ROLE unseeing");
        }
    }

    [Test]
    public void What_the_server_ended_by_itself_was_not_cancelled()
    {
        _database.Run("ALTER ROLE orchestrator SET statement_timeout = '3s'");
        try
        {
            using var slow = _database.Open();

            var fault = TestDatabase.Platform.Explain(Assert.Catch(() => slow.Execute("SELECT pg_sleep(60)"))!)!;

            Assert.That(fault.Class, Is.EqualTo(DatabaseFaultClass.Transient));
            Assert.That(fault.Advice, Does.Contain("statement_timeout"));
        }
        finally
        {
            _database.Run("ALTER ROLE orchestrator RESET statement_timeout");
        }
    }

    [Test]
    public void A_connection_that_was_lost_is_told_and_made_anew_for_the_next_transaction([Values] bool isWriting)
    {
        _target.Begin(CancellationToken.None);
        using var pool = new RowBatchPool(new RunResources().Memory, Columns);
        using var batch = pool.RentNow();
        batch.Count = 1;
        batch.Columns[0].Int64s[0] = 1;
        using var writer = isWriting ? _target.Write(Table, Columns, [], new WriteOptions()) : null;
        writer?.Write(batch, 0, 1);
        _database.Run(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity "
            + "WHERE datname = current_database() AND pid <> pg_backend_pid()");

        var fault = TestDatabase.Platform.Explain(Assert.Catch(() =>
        {
            writer?.Complete();
            _target.Execute("SELECT 1");
        })!)!;

        Assert.That(fault.IsConnectionLost, Is.True);
        Assert.That(fault.Class, Is.EqualTo(DatabaseFaultClass.Transient));
        writer?.Dispose();
        TextRows.Write(Rolled(), Table, Columns, [["2"]]);
        Assert.That(_database.Ask("SELECT string_agg(n::text, ' ') FROM t"), Is.EqualTo("2"));
    }

    [Test]
    public void Interrupting_a_server_that_is_gone_does_no_harm()
    {
        _target.Dispose();

        Assert.That(_target.Interruption.Begin, Throws.Nothing);
        _target = _database.Open();
    }

    private static TableName Table => TestDatabase.Platform.Dialect.Table(null, "t");

    private IDatabase Rolled()
    {
        _target.Rollback();
        return _target;
    }

    /// <summary>Does the work on another thread, and stops it once the server waits in it.</summary>
    private Exception Stopped(Action work)
    {
        Exception? fault = null;
        var thread = new Thread(() =>
        {
            try
            {
                work();
            }
            catch (Exception caught)
            {
                fault = caught;
            }
        });
        thread.Start();
        while (_database.Ask(
            "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
            + "AND state = 'active' AND wait_event IN ('PgSleep', 'relation')") is null)
        {
            Thread.Yield();
        }

        _target.Interruption.Begin();
        Assert.That(thread.Join(TimeSpan.FromMinutes(5)), Is.True);
        return fault ?? throw new AssertionException("nothing was stopped");
    }
}
