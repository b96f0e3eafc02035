using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Absorb;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Tests.Absorb;

/// <summary>What operators may do to a buffer, and what is no buffer.</summary>
internal sealed class BufferAccessTests
{
    [Test]
    public void A_row_that_is_committed_while_a_drop_waits_for_it_is_not_lost()
    {
        using var rig = new PatternRig(Platform.PostgreSql);
        var access = Access(rig);
        access.Create(isDry: false);
        using var writer = Session(rig);
        writer.Begin(CancellationToken.None);
        writer.Execute("INSERT INTO t_buffer (\"K\", \"V\") VALUES (1, 'a')");

        Exception? refused = null;
        var drop = new Thread(() => refused = Caught(() => access.Drop(mayLose: 0)));
        drop.Start();
        AwaitWaiting(rig, "t_buffer");
        writer.Commit();
        drop.Join();

        Assert.That((refused as PackageRefusedException)?.Error.Code, Is.EqualTo("ORC3574"));
        Assert.That(access.Status().Backlog, Is.EqualTo(1));
    }

    [Test]
    public void A_drop_that_waits_for_a_writer_ends_where_it_is_asked_to_stop()
    {
        using var rig = new PatternRig(Platform.PostgreSql);
        using var stop = new CancellationTokenSource();
        var access = Access(rig, stop: stop.Token);
        access.Create(isDry: false);
        using var writer = Session(rig);
        writer.Begin(CancellationToken.None);
        writer.Execute("INSERT INTO t_buffer (\"K\", \"V\") VALUES (1, 'a')");

        var stopped = Stopped(rig, "t_buffer", stop, () => access.Drop(mayLose: 0));
        writer.Commit();

        Assert.That(stopped, Is.InstanceOf<OperationCanceledException>());
        Assert.That(Access(rig).Status().Backlog, Is.EqualTo(1));
    }

    [Test]
    public void A_drain_whose_target_is_locked_ends_where_it_is_asked_to_stop_and_takes_nothing()
    {
        using var rig = new PatternRig(Platform.PostgreSql);
        using var stop = new CancellationTokenSource();
        var access = Access(rig, stop: stop.Token);
        access.Create(isDry: false);
        rig.Execute("INSERT INTO t_buffer (\"K\", \"V\") VALUES (1, 'a')");
        using var other = Session(rig);
        other.Begin(CancellationToken.None);
        other.Execute("LOCK TABLE t");
        long? taken = null;

        var stopped = Stopped(rig, "t", stop, () => taken = access.Drain(_ => { }).Taken);
        other.Rollback();

        Assert.That((stopped, taken), Is.EqualTo(((Exception?)null, (long?)0)));
        var left = Access(rig).Status();
        Assert.That((left.Backlog, left.Heard), Is.EqualTo((1L, (TimeSpan?)null)));
    }

    [TestCase(Platform.Sqlite)]
    [TestCase(Platform.PostgreSql)]
    public void A_table_that_is_no_buffer_is_neither_made_anew_nor_dropped(Platform platform)
    {
        using var rig = new PatternRig(platform);
        rig.Execute("CREATE TABLE t_buffer (id int)");
        var access = Access(rig, new AbsorbOptions { DropExisting = true });

        string?[] codes =
        [
            .. new Action[]
                {
                    () => access.Create(isDry: false), () => access.Drop(mayLose: long.MaxValue), () => access.Status(),
                }.Select(each => (Caught(each) as PackageRefusedException)?.Error.Code),
        ];

        Assert.That(codes, Is.All.EqualTo("ORC3570"));
        Assert.That(rig.Query("SELECT count(*) FROM t_buffer"), Is.EqualTo((string[])["0"]));
    }

    [TestCase(Platform.Sqlite)]
    [TestCase(Platform.PostgreSql)]
    public void What_lacks_in_a_buffer_is_told_with_the_statement_that_adds_it(Platform platform)
    {
        using var rig = new PatternRig(platform);
        Access(rig).Create(isDry: false);
        var wider = AbsorbTests.Define(rig) with { Source = null };
        rig.Execute("INSERT INTO t_buffer (\"K\", \"V\") VALUES (1, 'a')");
        rig.Execute("ALTER TABLE t ADD \"N\" varchar(9)");
        var access = new BufferAccess(rig.Rig.Context(wider with
        {
            Columns = [.. wider.Columns, Rig.Column("N", "varchar(9)")],
        }), "test");

        var told = (Caught(() => access.Drain(_ => { })) as PackageRefusedException)!.Error.Message;
        var statement = told[told.IndexOf("ALTER TABLE", StringComparison.Ordinal)..told.IndexOf(';')];
        rig.Execute(statement);

        Assert.That(access.Drain(_ => { }).Taken, Is.EqualTo(1));
    }

    [Test]
    public void What_a_writer_needs_is_told_where_the_buffer_is_made_and_is_enough()
    {
        using var rig = new PatternRig(Platform.PostgreSql);
        var told = Access(rig).Create(isDry: false);
        var sequence = told[(told.IndexOf("the sequence ", StringComparison.Ordinal) + 13)..];
        rig.Execute($"CREATE ROLE buffer_writer_{Environment.ProcessId}");
        try
        {
            rig.Execute($"GRANT INSERT ON t_buffer TO buffer_writer_{Environment.ProcessId}; "
                + $"GRANT USAGE ON SEQUENCE {sequence} TO buffer_writer_{Environment.ProcessId}");

            rig.Execute($"SET ROLE buffer_writer_{Environment.ProcessId}; "
                + "INSERT INTO t_buffer (\"K\", \"V\") VALUES (1, 'a'); RESET ROLE");

            Assert.That(Access(rig).Status().Backlog, Is.EqualTo(1));
        }
        finally
        {
            rig.Execute($"DROP OWNED BY buffer_writer_{Environment.ProcessId}; "
                + $"DROP ROLE buffer_writer_{Environment.ProcessId}");
        }
    }

    [TestCase(Platform.PostgreSql)]
    public void A_buffer_whose_key_takes_null_is_refused(Platform platform)
    {
        using var rig = new PatternRig(platform);
        var access = Access(rig);
        access.Create(isDry: false);
        rig.Execute("ALTER TABLE t_buffer ALTER COLUMN \"K\" DROP NOT NULL");

        var refused = Caught(() => access.Drain(_ => { })) as PackageRefusedException;

        Assert.That(refused?.Error.Message, Does.Contain("takes NULL").And.Contain("'K'"));
    }

    [TestCase(Platform.Sqlite)]
    [TestCase(Platform.PostgreSql)]
    public void A_buffer_with_the_longest_name_can_be_used_and_one_made_anew_counts_from_nothing(Platform platform)
    {
        using var rig = new PatternRig(platform);
        var buffer = new string('b', 63);
        var access = Access(rig, new AbsorbOptions { Buffer = buffer });
        access.Create(isDry: false);
        rig.Execute($"INSERT INTO {buffer} (\"K\", \"V\") VALUES (1, 'a')");
        access.Drain(_ => { });
        var before = access.Status().Drained;

        access.Drop(mayLose: 0);
        access.Create(isDry: false);

        Assert.That((before, access.Status().Drained), Is.EqualTo((1L, 0L)));
    }

    [TestCase(Platform.Sqlite)]
    [TestCase(Platform.PostgreSql)]
    public void Rows_that_came_after_somebody_agreed_to_lose_some_are_not_lost_with_them(Platform platform)
    {
        using var rig = new PatternRig(platform);
        var access = Access(rig);
        access.Create(isDry: false);
        rig.Execute("INSERT INTO t_buffer (\"K\", \"V\") VALUES (1, 'a'), (2, 'a')");

        var refused = Caught(() => access.Drop(mayLose: 1)) as PackageRefusedException;

        Assert.That(refused?.Error.Code, Is.EqualTo("ORC3574"));
        Assert.That(refused!.Error.Message, Does.Contain("2 rows").And.Contain("where 1 may be lost"));
        Assert.That((access.Drop(mayLose: 2), access.Status().IsThere), Is.EqualTo((true, false)));
    }

    private static BufferAccess Access(
        PatternRig rig, AbsorbOptions? options = null, CancellationToken stop = default) => new(
        rig.Rig.Context(AbsorbTests.Define(rig) with { Source = null, Absorb = options ?? new AbsorbOptions() })
            with
        { Cancellation = stop }, "test");

    private static IDatabase Session(PatternRig rig) =>
        DatabaseAccess.ToTarget(rig.Rig.Context(AbsorbTests.Define(rig))).Open();

    // What comes of work that waits for the lock of a table, and is asked to stop then.
    private static Exception? Stopped(PatternRig rig, string table, CancellationTokenSource stop, Action work)
    {
        Exception? met = null;
        var thread = new Thread(() => met = Caught(work));
        thread.Start();
        AwaitWaiting(rig, table);
        stop.Cancel();
        thread.Join();
        return met;
    }

    // Until somebody waits for a lock of the table.
    private static void AwaitWaiting(PatternRig rig, string table)
    {
        while (rig.Query("SELECT count(*) FROM pg_locks WHERE NOT granted "
            + $"AND relation = '{table}'::regclass")[0] == "0")
        {
        }
    }

    private static Exception? Caught(Action work)
    {
        try
        {
            work();
            return null;
        }
        catch (Exception fault)
        {
            return fault;
        }
    }
}
