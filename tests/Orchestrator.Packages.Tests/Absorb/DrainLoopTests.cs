using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Absorb;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Tests.Absorb;

/// <summary>A drainer that goes on until it is told to stop.</summary>
internal sealed class DrainLoopTests
{
    [TestCase(Platform.Sqlite)]
    [TestCase(Platform.PostgreSql)]
    public void A_stop_drains_what_is_there_and_not_what_comes_meanwhile(Platform platform)
    {
        using var rig = new PatternRig(platform);
        using var stop = new CancellationTokenSource();
        var access = Access(rig, new AbsorbOptions { RowsPerBatch = 1 }, stop.Token);
        var batches = 0;

        var done = access.Run((_, _) =>
        {
            // A writer that is as quick as the drainer: without a bound it would never end.
            Add(rig, 1);
            Assert.That(++batches, Is.LessThan(10));
        }, _ => { }, (fault, _) => Assert.Fail(fault.Message), _ =>
        {
            Add(rig, 2);
            stop.Cancel();
            return false;
        });

        Assert.That(done.Taken, Is.EqualTo(2));
        var left = Access(rig, new AbsorbOptions()).Status();
        Assert.That((left.Backlog, left.Heard), Is.EqualTo((2L, (TimeSpan?)null)));
    }

    [TestCase(Platform.Sqlite)]
    [TestCase(Platform.PostgreSql)]
    public void What_a_person_has_to_mend_ends_it_at_once(Platform platform)
    {
        using var rig = new PatternRig(platform);
        rig.Execute("CREATE TABLE t (\"K\" int PRIMARY KEY, \"V\" varchar(9))");
        var pauses = 0;

        Assert.That(
            () => Access(rig, new AbsorbOptions()).Run((_, _) => { }, _ => { }, (_, _) => pauses++, _ => true),
            Throws.InstanceOf<PackageRefusedException>());

        Assert.That(pauses, Is.Zero);
    }

    [Test]
    public void A_lost_session_is_made_anew_and_a_stop_meanwhile_still_drains()
    {
        using var rig = new PatternRig(Platform.PostgreSql);
        using var stop = new CancellationTokenSource();
        var access = Access(rig, new AbsorbOptions(), stop.Token);
        var (looks, failures) = (0, 0);

        var done = access.Run((_, _) => { }, _ => { }, (_, _) => failures++, _ =>
        {
            if (looks++ == 0)
            {
                Add(rig, 1);
                rig.Query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
                    + "AND datname = current_database()");
            }
            else
            {
                stop.Cancel();
            }

            return !stop.IsCancellationRequested;
        });

        Assert.That((failures, done.Taken), Is.EqualTo((1, 1)));
    }

    [TestCase(Platform.Sqlite)]
    [TestCase(Platform.PostgreSql)]
    public void While_another_one_drains_it_waits_for_as_long_as_that_takes_and_tells_for_whom(Platform platform)
    {
        using var rig = new PatternRig(platform);
        var options = new AbsorbOptions { MaxRows = 1, MaxErrors = 2 };
        Access(rig, options).Create(isDry: false);
        Add(rig, 1);
        var absorb = AbsorbTests.Define(rig);
        using var session = DatabaseAccess.ToTarget(rig.Rig.Context(absorb)).Open();
        var other = DrainLease.Take(
            session, AbsorbTables.Of(absorb, session.Platform.Dialect).Sql, DrainOwner.New("another"),
            CancellationToken.None);
        HashSet<string?> told = [];
        rig.Rig.HeldUp = what => told.Add(what);
        var (waits, failures) = (0, 0);

        var done = Access(rig, options).Run((_, _) => { }, _ => { }, (_, _) => failures++, _ =>
        {
            if (++waits == 5)
            {
                other.Dispose();
            }

            return waits < 9;
        });

        Assert.That((done.Taken, waits, failures), Is.EqualTo((1, 5, 0)));
        Assert.That(told, Has.Count.EqualTo(2).And.Contains(null));
        Assert.That(told.OfType<string>().Single(), Does.Contain("t_buffer', which another drains"));
    }

    [TestCase(Platform.Sqlite)]
    [TestCase(Platform.PostgreSql)]
    public void It_ends_behind_as_many_rows_as_it_may_drain(Platform platform)
    {
        using var rig = new PatternRig(platform);
        var access = Access(rig, new AbsorbOptions { MaxRows = 2 });
        access.Create(isDry: false);
        Add(rig, 3);

        var done = access.Run((_, _) => { }, _ => { }, (_, _) => { }, _ => true);

        Assert.That((done.Taken, access.Status().Backlog), Is.EqualTo((2, 1)));
    }

    private static void Add(PatternRig rig, int rows)
    {
        for (var row = 0; row < rows; row++)
        {
            rig.Execute("INSERT INTO t_buffer (\"K\", \"V\") VALUES (1, 'a')");
        }
    }

    private static BufferAccess Access(PatternRig rig, AbsorbOptions options, CancellationToken stop = default) => new(
        rig.Rig.Context(AbsorbTests.Define(rig) with { Source = null, Absorb = options })
            with
        { Cancellation = stop }, "test");
}
