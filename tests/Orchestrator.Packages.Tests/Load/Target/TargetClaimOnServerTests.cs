using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Target;

/// <summary>Claims and markers on a server, where others write at the same time.</summary>
internal sealed class TargetClaimOnServerTests
{
    private PostgreSqlRig _rig = null!;

    [SetUp]
    public void Make()
    {
        _rig = new PostgreSqlRig();
        _rig.Rig.Write("t.csv", "Id,Name\n1,Ann\n2,Bo\n");
    }

    [TearDown]
    public void Remove() => _rig.Dispose();

    [Test]
    public async Task A_load_waits_for_the_claim_of_another_run_says_so_and_then_goes_on()
    {
        using var written = new ManualResetEventSlim();
        using var goOn = new ManualResetEventSlim();
        using var told = new ManualResetEventSlim();
        var said = new List<string?>();
        var first = Task.Run(() => Run(7, progress: () =>
        {
            written.Set();
            goOn.Wait();
        }));
        written.Wait();
        var second = Task.Run(() => Run(8, heldUp: (reason, over) =>
        {
            said.Add($"{reason} {over}");
            told.Set();
        }));
        told.Wait();
        goOn.Set();

        Assert.That((await first).Error, Is.Null);
        Assert.That((await second).Error, Is.Null);
        Assert.That(said[0], Is.EqualTo("Claim public.t, held by run 7 (Staging/t)"));
        Assert.That(said[^1], Is.EqualTo("Claim "));
        Assert.That(_rig.Query("""SELECT run FROM orchestrator.markers"""), Is.EqualTo((string[])["8"]));
        Assert.That(_rig.Query("""SELECT count(*) FROM t"""), Is.EqualTo((string[])["2"]));
    }

    [Test]
    public async Task Who_waits_for_a_claim_can_be_stopped()
    {
        using var written = new ManualResetEventSlim();
        using var goOn = new ManualResetEventSlim();
        using var stop = new CancellationTokenSource();
        var first = Task.Run(() => Run(7, progress: () =>
        {
            written.Set();
            goOn.Wait();
        }));
        written.Wait();

        var second = Run(8, heldUp: (_, _) => stop.Cancel(), cancellation: stop.Token);
        goOn.Set();

        Assert.That(second.Outcome, Is.EqualTo(NodeState.Cancelled));
        Assert.That((await first).Error, Is.Null);
    }

    [Test]
    public async Task Many_first_loads_at_once_make_the_markers_together()
    {
        const int loads = 8;
        for (var i = 0; i < loads; i++)
        {
            _rig.Rig.Write($"t{i}.csv", "Id,Name\n1,Ann\n");
        }

        var results = await Task.WhenAll(Enumerable.Range(0, loads).Select(i => Task.Factory.StartNew(
            () => Run(1, name: $"t{i}"), TaskCreationOptions.LongRunning)));

        Assert.That(results.Select(result => result.Error), Is.All.Null);
        Assert.That(_rig.Query("SELECT count(*) FROM orchestrator.markers"), Is.EqualTo((string[])[$"{loads}"]));
    }

    [Test]
    public void A_session_that_is_ended_at_its_commit_is_looked_up_and_was_not_committed()
    {
        Run(1);
        var platform = new RecordedPlatform(PostgreSqlRig.PlatformOf(), PostgreSqlRig.PlatformOf().Abilities);
        _rig.Rig.PlatformOf = connection => connection.Platform == Platform.PostgreSql ? platform : null;
        _rig.Rig.Write("t.csv", "Id,Name\n3,Cy\n");
        platform.Before = entry =>
        {
            if (entry == "commit")
            {
                platform.Before = _ => { };
                _rig.Query("""
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE datname = current_database() AND pid <> pg_backend_pid()
                    """);
            }
        };

        var result = Run(2);

        Assert.That((result.Outcome, result.Error?.Class), Is.EqualTo((NodeState.Failed, ErrorClass.Transient)));
        Assert.That(result.Error!.Message, Does.Contain("says that it was not"));
        Assert.That(_rig.Query("""SELECT "Id" FROM t ORDER BY 1"""), Is.EqualTo((string[])["1", "2"]));
        Assert.That(_rig.Query("SELECT run FROM orchestrator.markers"), Is.EqualTo((string[])["2"]),
            "the transaction that removed what was left was the second run's, too");
    }

    [Test]
    public void A_commit_that_the_server_made_has_succeeded_also_where_its_answer_was_lost()
    {
        Run(1);
        var platform = new RecordedPlatform(PostgreSqlRig.PlatformOf(), PostgreSqlRig.PlatformOf().Abilities);
        _rig.Rig.PlatformOf = connection => connection.Platform == Platform.PostgreSql ? platform : null;
        _rig.Rig.Write("t.csv", "Id,Name\n3,Cy\n");
        platform.Committed = () => throw new EndOfStreamException("cut");

        var result = Run(2);

        Assert.That(result.Error, Is.Null);
        Assert.That(_rig.Query("""SELECT "Id" FROM t"""), Is.EqualTo((string[])["3"]));
    }

    private PackageResult Run(
        long run, string name = "t", Action? progress = null, Action<WaitReason, string?>? heldUp = null,
        CancellationToken cancellation = default)
    {
        var load = PostgreSqlRig.Load(name, Rig.Column("Id", "int"), Rig.Column("Name", "nvarchar(20)"));
        var context = _rig.Rig.Context(load);
        return PackageKinds.All["load"].Run(context with
        {
            Run = run,
            Progress = (_, written) =>
            {
                if (written > 0)
                {
                    progress?.Invoke();
                }
            },
            HeldUp = heldUp ?? context.HeldUp,
            Cancellation = cancellation,
        });
    }
}
