using Orchestrator.Core.Types;

namespace Orchestrator.Data.Tests.PostgreSql;

/// <summary>Stopping from another thread, and what is left to do afterwards on the same connection.</summary>
internal sealed class InterruptTests
{
    private static readonly RowColumn[] Columns = [new("n", new SqlType(SqlTypeKind.Int))];

    private TestDatabase database = null!;
    private IDatabase target = null!;

    [SetUp]
    public void Make()
    {
        database = new TestDatabase();
        database.Run("CREATE TABLE t (n int)");
        target = database.Open();
    }

    [TearDown]
    public void Remove()
    {
        target.Dispose();
        database.Dispose();
    }

    [Test]
    public void A_statement_is_stopped()
    {
        target.Begin(CancellationToken.None);

        var fault = Stopped(() => target.Execute("SELECT pg_sleep(60)"));

        Assert.That(TestDatabase.Platform.Explain(fault)!.Class, Is.EqualTo(DatabaseFaultClass.Cancelled));
        TextRows.Write(Rolled(), Table, Columns, [["1"]]);
        Assert.That(database.Ask("SELECT n FROM t"), Is.EqualTo("1"));
    }

    [Test]
    public void A_writer_is_stopped_between_batches_and_leaves_nothing()
    {
        target.Begin(CancellationToken.None);
        using var pool = new RowBatchPool(new RunResources().Memory, Columns);
        using var batch = pool.RentNow();
        batch.Count = batch.RowsMax;
        using var writer = target.Write(Table, Columns, [], new WriteOptions());
        writer.Write(batch, 0, batch.Count);

        target.Interrupt();

        Assert.That(() => writer.Write(batch, 0, batch.Count), Throws.InstanceOf<OperationCanceledException>());
        TextRows.Write(Rolled(), Table, Columns, [["1"]]);
        Assert.That(database.Ask("SELECT count(*) FROM t"), Is.EqualTo("1"));
    }

    [Test]
    public void A_writer_that_waits_for_a_lock_is_stopped()
    {
        using var other = database.Open();
        other.Begin(CancellationToken.None);
        other.Execute("LOCK TABLE t IN ACCESS EXCLUSIVE MODE");

        var fault = Stopped(() => TextRows.Write(target, Table, Columns, [["1"]]));

        Assert.That(TestDatabase.Platform.Explain(fault)!.Class, Is.EqualTo(DatabaseFaultClass.Cancelled));
        other.Rollback();
        TextRows.Write(Rolled(), Table, Columns, [["2"]]);
        Assert.That(database.Ask("SELECT n FROM t"), Is.EqualTo("2"));
    }

    [Test]
    public void What_the_server_ended_by_itself_was_not_cancelled()
    {
        database.Run("ALTER ROLE orchestrator SET statement_timeout = '50ms'");
        try
        {
            using var slow = database.Open();

            var fault = TestDatabase.Platform.Explain(Assert.Catch(() => slow.Execute("SELECT pg_sleep(60)"))!)!;

            Assert.That(fault.Class, Is.EqualTo(DatabaseFaultClass.Transient));
            Assert.That(fault.Advice, Does.Contain("statement_timeout"));
        }
        finally
        {
            database.Run("ALTER ROLE orchestrator RESET statement_timeout");
        }
    }

    [Test]
    public void A_connection_that_was_lost_is_told_and_made_anew_for_the_next_transaction([Values] bool isWriting)
    {
        target.Begin(CancellationToken.None);
        using var pool = new RowBatchPool(new RunResources().Memory, Columns);
        using var batch = pool.RentNow();
        batch.Count = 1;
        batch.Columns[0].Int64s[0] = 1;
        using var writer = isWriting ? target.Write(Table, Columns, [], new WriteOptions()) : null;
        writer?.Write(batch, 0, 1);
        database.Run(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity "
            + "WHERE datname = current_database() AND pid <> pg_backend_pid()");

        var fault = TestDatabase.Platform.Explain(Assert.Catch(() =>
        {
            writer?.Complete();
            target.Execute("SELECT 1");
        })!)!;

        Assert.That(fault.IsConnectionLost, Is.True);
        Assert.That(fault.Class, Is.EqualTo(DatabaseFaultClass.Transient));
        writer?.Dispose();
        TextRows.Write(Rolled(), Table, Columns, [["2"]]);
        Assert.That(database.Ask("SELECT string_agg(n::text, ' ') FROM t"), Is.EqualTo("2"));
    }

    [Test]
    public void Interrupting_a_server_that_is_gone_does_no_harm()
    {
        target.Dispose();

        Assert.That(target.Interrupt, Throws.Nothing);
        target = database.Open();
    }

    private static TableName Table => TestDatabase.Platform.Dialect.Table(null, "t");

    private IDatabase Rolled()
    {
        target.Rollback();
        return target;
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
        while (database.Ask(
            "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
            + "AND state = 'active' AND wait_event IN ('PgSleep', 'relation')") is null)
        {
            Thread.Yield();
        }

        target.Interrupt();
        Assert.That(thread.Join(TimeSpan.FromMinutes(5)), Is.True);
        return fault ?? throw new AssertionException("nothing was stopped");
    }
}
