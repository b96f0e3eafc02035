using Orchestrator.Core.Machine;

namespace Orchestrator.Core.Tests.Machine;

/// <summary>What a success that a flush finds missing changes where it had counted.</summary>
internal sealed class LostTests
{
    private static readonly TimeSpan Often = Rig.Seconds(1);
    private static readonly RetryPolicy Once = new(1, TimeSpan.Zero, false, [ErrorClass.Transient]);

    [Test]
    public void Flushed_by_packages_a_lost_attempt_is_tried_again_like_any_failure()
    {
        var night = new Night(FlushWhen.Package);
        night.Sketch.Change(night.One, node => node with { Retry = Once });

        var rig = new Rig(night.Sketch, relaxed: 0).Succeed(1, night.One).Harden(2, 0, night.One);
        var (told, again) = (rig.Last.OfType<RecordTransition>().First(), rig.Last.OfType<StartPackage>().Single());
        rig.Succeed(3, night.One).Harden(4, 0, night.One).Succeed(5, night.Two).Harden(6, 0);

        Assert.That((told.From, told.To, told.Attempt, told.Error),
            Is.EqualTo((NodeState.Succeeded, NodeState.Failed, 1, ErrorClass.Transient)));
        Assert.That(told.Why, Is.EqualTo("attempt 1 of 2 was lost: its marker is missing"));
        Assert.That(again, Is.EqualTo(new StartPackage(night.One, 2)));
        Assert.That((rig[night.One], rig[night.Two], rig[night.Later], rig.Machine.Verdict),
            Is.EqualTo((NodeState.Failed, NodeState.Hardened, NodeState.Blocked, RunVerdict.Failed)));
    }

    [Test]
    public void Flushed_by_levels_a_lost_attempt_fails_with_its_groups_and_blocks_what_is_behind()
    {
        var night = new Night(FlushWhen.Level);
        night.Sketch.Change(night.One, node => node with { Retry = Once });

        var rig = new Rig(night.Sketch, relaxed: 0).Succeed(1, night.One, night.Two).Harden(2, 0, night.One);

        Assert.That(new[] { night.One, night.Two, night.Container, night.Level, night.Later, night.Project, 0 }
            .Select(node => rig[node]), Is.EqualTo(new[]
            {
                NodeState.Failed, NodeState.Hardened, NodeState.Failed, NodeState.Failed, NodeState.Blocked,
                NodeState.Failed, NodeState.Failed,
            }));
        Assert.That(Why(rig, night.Later), Is.EqualTo("P/one did not succeed"));
        Assert.That((rig.Machine.AttemptOf(night.One), rig.Machine.Verdict), Is.EqualTo((1, RunVerdict.Failed)));
    }

    [Test]
    public void Nothing_more_starts_behind_what_is_lost_after_its_barrier_had_opened()
    {
        var night = new Night(FlushWhen.Every, Often);
        var (waiting, behind) = Behind(night);

        var rig = new Rig(night.Sketch, slots: 2, relaxed: 0).Succeed(1, night.One, night.Two);
        var states = (rig[night.Later], rig[waiting]);
        rig.Tick(2).Harden(3, 0, night.One);

        Assert.That(states, Is.EqualTo((NodeState.Running, NodeState.Ready)), "its barrier had opened");
        Assert.That((rig[night.Level], rig[night.Later]),
            Is.EqualTo((NodeState.Failed, NodeState.Running)), "what is at work goes on");
        rig.Succeed(4, night.Later).Tick(5).Harden(6, 0);
        Assert.That((rig[waiting], rig[behind], rig[night.Later], rig.Machine.Verdict),
            Is.EqualTo((NodeState.Blocked, NodeState.Blocked, NodeState.Hardened, RunVerdict.Failed)));
    }

    [Test]
    public void A_loss_reaches_levels_that_have_started_further_behind()
    {
        var night = new Night(FlushWhen.Every, Rig.Seconds(10));
        night.Sketch.Change(night.Later, node => node with { Relaxed = -1 });
        night.Sketch.Level(30);
        night.Sketch.Container("E");
        var (first, second) = (night.Sketch.Package("first"), night.Sketch.Package("second"));

        var rig = new Rig(night.Sketch, slots: 1, relaxed: 0).Succeed(1, night.One).Succeed(2, night.Two)
            .Succeed(3, night.Later).Tick(11).Harden(12, 0, night.One).Succeed(13, first);

        Assert.That((rig[first], rig[second]), Is.EqualTo((NodeState.Succeeded, NodeState.Blocked)));
    }

    [Test]
    public void Who_asks_only_for_Completion_runs_behind_what_is_lost()
    {
        var night = new Night(FlushWhen.Every, Often);
        var (waiting, behind) = Behind(night);
        foreach (var container in new[] { waiting, behind }.Select(node => night.Sketch[node].Parent))
        {
            night.Sketch.Change(container, node => node with { RunsAfterFailure = true });
        }

        var rig = new Rig(night.Sketch, slots: 2, relaxed: 0).Succeed(1, night.One, night.Two)
            .Tick(2).Harden(3, 0, night.One).Succeed(4, night.Later).Succeed(5, waiting);

        Assert.That(rig[behind], Is.EqualTo(NodeState.Running));
    }

    [Test]
    public void Under_DependencyChain_only_who_reads_what_is_lost_is_blocked()
    {
        var night = new Night(FlushWhen.Every, Often);
        night.Sketch.Handling = FailureHandling.DependencyChain;
        var (waiting, behind) = Behind(night);
        night.Sketch.Change(behind, node => node with { Reads = [night.One] });

        var rig = new Rig(night.Sketch, slots: 2, relaxed: 0).Succeed(1, night.One, night.Two)
            .Tick(2).Harden(3, 0, night.One).Succeed(4, night.Later).Succeed(5, waiting);

        Assert.That((rig[waiting], rig[behind]), Is.EqualTo((NodeState.Succeeded, NodeState.Blocked)));
    }

    [Test]
    public void Under_Stop_a_loss_is_the_last_thing_that_happens()
    {
        var night = new Night(FlushWhen.Every, Often);
        var (waiting, _) = Behind(night);

        var rig = new Rig(night.Sketch, slots: 2, failFast: true, relaxed: 0).Succeed(1, night.One, night.Two)
            .Tick(2).Harden(3, 0, night.One);

        Assert.That((rig[waiting], rig[night.Later]), Is.EqualTo((NodeState.Blocked, NodeState.Running)));
    }

    [Test]
    public void The_rest_of_a_line_is_blocked_behind_what_is_lost()
    {
        var night = new Night(FlushWhen.Every, Rig.Seconds(5));
        night.Sketch.Change(night.Container, node => node with { Mode = ContainerMode.Linear });

        var rig = new Rig(night.Sketch, slots: 1, relaxed: 0).Succeed(1, night.One).Tick(6);
        var two = rig[night.Two];
        rig.Harden(7, 0, night.One).Fail(8, night.Two);

        Assert.That(two, Is.EqualTo(NodeState.Running), "it was its turn");
        Assert.That((rig[night.Container], rig[night.Later]), Is.EqualTo((NodeState.Failed, NodeState.Blocked)));
    }

    [Test]
    public void What_has_failed_is_not_tried_again_on_what_is_lost()
    {
        var night = new Night(FlushWhen.Every, Often);
        night.Sketch.Change(night.Two, node => node with
        {
            Constraints = [new(night.One, Outcome.Success)],
            Retry = Once with { Delay = Rig.Seconds(10) },
        });

        var rig = new Rig(night.Sketch, relaxed: 0).Succeed(1, night.One).FailTransient(2, night.Two)
            .Harden(3, 0, night.One).Tick(12);

        Assert.That(rig[night.Two], Is.EqualTo(NodeState.Failed));
        Assert.That(Why(rig, night.Two), Is.EqualTo("no further attempt after P/one was lost"));
        Assert.That(rig.Machine.Verdict, Is.EqualTo(RunVerdict.Failed));
    }

    [Test]
    public void Who_waited_to_read_what_is_lost_is_blocked()
    {
        var night = new Night(FlushWhen.Run);
        night.Sketch.Change(night.Later, node => node with { Relaxed = -1, ReadsRelaxed = [0] });

        var rig = new Rig(night.Sketch, relaxed: 0).Succeed(1, night.One, night.Two).Harden(2, 0, night.One);

        Assert.That((rig[night.Later], Why(rig, night.Later)),
            Is.EqualTo((NodeState.Blocked, "P/one did not succeed")));
        Assert.That(rig.Machine.Verdict, Is.EqualTo(RunVerdict.Failed));
    }

    [Test]
    public void A_warning_of_a_lost_attempt_is_no_warning_of_the_run()
    {
        var night = new Night(FlushWhen.Package);
        night.Sketch.Change(night.One, node => node with { Retry = Once });

        var rig = new Rig(night.Sketch, relaxed: 0)
            .Apply(new AttemptEnded(Rig.Seconds(1), night.One, 1, NodeState.Succeeded, Warned: true))
            .Harden(2, 0, night.One).Succeed(3, night.One).Harden(4, 0).Succeed(5, night.Two).Harden(6, 0)
            .Succeed(7, night.Later).Harden(8, 0);

        Assert.That(rig.Machine.Verdict, Is.EqualTo(RunVerdict.Succeeded));
    }

    [Test]
    public void A_cancelled_run_does_not_try_again_what_is_lost()
    {
        var night = new Night(FlushWhen.Package);
        night.Sketch.Change(night.One, node => node with { Retry = Once });

        var rig = new Rig(night.Sketch, relaxed: 0).Succeed(1, night.One).Cancel(2)
            .End(3, NodeState.Cancelled, null, night.Two).Harden(4, 0, night.One);

        Assert.That((rig[night.One], rig.Machine.Verdict), Is.EqualTo((NodeState.Failed, RunVerdict.Cancelled)));
    }

    /// <summary>Beside the last package one more, and one in a level behind both.</summary>
    private static (int Waiting, int Behind) Behind(Night night)
    {
        night.Sketch.Change(night.Later, node => node with { OwnThread = true });
        var waiting = night.Sketch.Package("waiting");
        night.Sketch.Change(waiting, node => node with { Caps = [night.Sketch.Cap("project P", 1)] });
        night.Sketch.Change(night.Later, node => node with { Caps = [0] });
        night.Sketch.Level(30);
        night.Sketch.Container("E");
        return (waiting, night.Sketch.Package("behind"));
    }

    private static string Why(Rig rig, int node) =>
        rig.Last.OfType<RecordTransition>().Last(transition => transition.Node == node).Why;
}
