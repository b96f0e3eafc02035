using Orchestrator.Core.Machine;

namespace Orchestrator.Core.Tests.Machine;

internal sealed class RunMachineTests
{
    [Test]
    public void Queued_waiting_and_working_add_up_over_all_attempts()
    {
        var (sketch, one, two) = TwoPackages();
        sketch.Change(two, node => node with { Retry = new(1, Rig.Seconds(5), false, [ErrorClass.Transient]) });

        var rig = new Rig(sketch, slots: 1).Succeed(10, one);
        rig.Apply(new HeldUp(Rig.Seconds(12), two, WaitReason.WriterTurn, "Staging.db"));
        var held = rig.Machine.ReasonOf(two);
        rig.Apply(new WentOn(Rig.Seconds(15), two)).FailTransient(16, two).Tick(21).Succeed(30, two);

        Assert.That(held, Is.EqualTo(new NodeReason(WaitReason.WriterTurn, "Staging.db", Rig.Seconds(12))));
        Assert.That(rig.TimeOf(two, times => times.Queued), Is.EqualTo(Rig.Seconds(10)));
        Assert.That(rig.TimeOf(two, times => times.Waiting), Is.EqualTo(Rig.Seconds(3 + 5)));
        Assert.That(rig.TimeOf(two, times => times.Working), Is.EqualTo(Rig.Seconds(2 + 1 + 9)));
        Assert.That(rig.TimeOf(one, times => times.Working), Is.EqualTo(Rig.Seconds(10)));
    }

    [Test]
    public void What_is_waited_for_told_once_more_is_waited_for_since_it_was_told_first()
    {
        var (sketch, one, two) = TwoPackages();

        var rig = new Rig(sketch, slots: 1).Succeed(10, one);
        rig.Apply(new HeldUp(Rig.Seconds(12), two, WaitReason.Claim, "t, held by run 7"));
        rig.Apply(new HeldUp(Rig.Seconds(14), two, WaitReason.Claim, "t, held by run 7"));
        var held = rig.Machine.ReasonOf(two);
        rig.Apply(new WentOn(Rig.Seconds(15), two)).Succeed(20, two);

        Assert.That(held, Is.EqualTo(new NodeReason(WaitReason.Claim, "t, held by run 7", Rig.Seconds(12))));
        Assert.That(rig.TimeOf(two, times => times.Waiting), Is.EqualTo(Rig.Seconds(3)));
    }

    [Test]
    public void While_a_reason_stays_it_is_since_one_moment_whatever_else_happens()
    {
        var (sketch, one, two) = TwoPackages();
        var three = sketch.Package("three", new PrecedenceConstraint(one, Outcome.Success));
        var rig = new Rig(sketch, slots: 1);

        NodeReason?[] at0 = [rig.Machine.ReasonOf(one), rig.Machine.ReasonOf(two), rig.Machine.ReasonOf(three)];
        rig.Tick(5);
        NodeReason?[] at5 = [rig.Machine.ReasonOf(one), rig.Machine.ReasonOf(two), rig.Machine.ReasonOf(three)];
        rig.Apply(new HeldUp(Rig.Seconds(7), one, WaitReason.Claim, "t, held by run 7"));
        NodeReason?[] at7 = [rig.Machine.ReasonOf(two), rig.Machine.ReasonOf(three)];
        rig.Tick(8);
        NodeReason?[] at8 = [rig.Machine.ReasonOf(two), rig.Machine.ReasonOf(three)];

        Assert.That(at0.Select(reason => reason?.Reason),
            Is.EqualTo(new WaitReason?[] { WaitReason.Working, WaitReason.Gate, WaitReason.Predecessor }));
        Assert.That(at0.Select(reason => reason?.Since), Is.All.EqualTo(TimeSpan.Zero));
        Assert.That(at5, Is.EqualTo(at0));
        Assert.That(at7, Is.EqualTo(new[] { at0[1], at0[2] }));
        Assert.That(at8, Is.EqualTo(at7));
    }

    [Test]
    public void The_reason_before_a_barrier_is_the_group_behind_which_it_stands_since_that_was_so()
    {
        var sketch = new PlanSketch();
        var first = sketch.Project("P1");
        sketch.Level(10);
        sketch.Container("C");
        var one = sketch.Package("one");
        sketch.Project("P2", first);
        sketch.Level(10);
        sketch.Container("C");
        var two = sketch.Package("two");
        sketch.Level(20);
        sketch.Container("D");
        var three = sketch.Package("three");

        var rig = new Rig(sketch);
        var before = rig.Machine.ReasonOf(three);
        rig.Succeed(7, one);

        Assert.That(before, Is.EqualTo(new NodeReason(WaitReason.Barrier, "P1", TimeSpan.Zero)));
        Assert.That(rig.Machine.ReasonOf(three), Is.EqualTo(
            new NodeReason(WaitReason.Barrier, "P2:10", Rig.Seconds(7))));
        Assert.That(rig.Machine.ReasonOf(two)?.Reason, Is.EqualTo(WaitReason.Working));
        Assert.That(rig.Machine.ReasonOf(one), Is.Null);
    }

    [Test]
    public void A_cancelled_run_asks_what_is_at_work_to_stop_and_starts_nothing()
    {
        var (sketch, one, two) = TwoPackages();

        var rig = new Rig(sketch, slots: 1).Cancel(1);
        var asked = rig.Last.OfType<CancelPackage>().Select(cancel => cancel.Node).ToArray();
        rig.Cancel(2).End(3, NodeState.Cancelled, null, one);

        Assert.That(asked, Is.EqualTo(new[] { one }));
        Assert.That(rig[two], Is.EqualTo(NodeState.Cancelled));
        Assert.That(rig.Machine.Verdict, Is.EqualTo(RunVerdict.Cancelled));
        Assert.That(rig.Started, Is.EqualTo(new[] { one }));
    }

    [Test]
    public void A_warning_colours_the_verdict()
    {
        var (sketch, one, two) = TwoPackages();

        var rig = new Rig(sketch).Succeed(1, one);
        rig.Apply(new AttemptEnded(Rig.Seconds(2), two, 1, NodeState.Succeeded, Warned: true));

        Assert.That(rig.Machine.Verdict, Is.EqualTo(RunVerdict.SucceededWithWarnings));
        Assert.That((rig[one], rig[two]), Is.EqualTo((NodeState.Succeeded, NodeState.Succeeded)));
    }

    [Test]
    public void Records_come_before_effects_and_the_end_comes_last()
    {
        var (sketch, one, two) = TwoPackages();

        var rig = new Rig(sketch, slots: 1).Succeed(1, one);
        var starts = rig.Last.Select(command => command is RecordTransition or RecordTimes).ToArray();
        rig.Succeed(2, two);

        Assert.That(starts, Is.Ordered.Descending);
        Assert.That(rig.Last[^1], Is.EqualTo(new EndRun(Rig.Seconds(2), RunVerdict.Succeeded)));
    }

    [Test]
    public void The_expected_time_left_is_work_by_slots_but_at_least_the_longest()
    {
        var (sketch, one, two) = TwoPackages();
        var known = ExpectedDurations.FromSuccesses([("P/one", Rig.Seconds(30)), ("P/two", Rig.Seconds(10))]);

        var wide = new Rig(sketch, slots: 4, expected: known);
        var narrow = new Rig(sketch, slots: 1, expected: known).Tick(5);

        Assert.That(wide.Machine.ExpectedTimeLeft, Is.EqualTo(Rig.Seconds(30)));
        Assert.That(narrow.Machine.ExpectedTimeLeft, Is.EqualTo(Rig.Seconds(35)));
        Assert.That(new Rig(sketch).Machine.ExpectedTimeLeft, Is.Null, "nothing is known");
        Assert.That(narrow.Succeed(30, one).Succeed(40, two).Machine.ExpectedTimeLeft, Is.EqualTo(TimeSpan.Zero));
    }

    [Test]
    public void An_impossible_event_is_a_bug()
    {
        var (sketch, one, two) = TwoPackages();
        var rig = new Rig(sketch, slots: 1);
        var now = TimeSpan.Zero;

        RunEvent[] impossible =
        [
            new Began(now),
            new AttemptEnded(now, two, 1, NodeState.Succeeded),
            new AttemptEnded(now, one, 2, NodeState.Succeeded),
            new AttemptEnded(now, one, 1, NodeState.Blocked),
            new AttemptEnded(now, one, 1, NodeState.Failed),
            new AttemptEnded(now, 0, 1, NodeState.Succeeded),
            new HeldUp(now, two, WaitReason.WriterTurn, "x"),
            new HeldUp(now, one, WaitReason.Gate, "x"),
            new WentOn(now, two),
        ];

        Assert.That(impossible.Where(e => !IsRefused(rig, e)), Is.Empty);
    }

    [TestCase(true, RunVerdict.Cancelled)]
    [TestCase(false, RunVerdict.Failed)]
    public void What_outlasts_its_grace_fails_a_cancelled_run_but_not_where_somebody_asked_twice(
        bool twice, RunVerdict verdict)
    {
        var (sketch, one, two) = TwoPackages();
        var rig = new Rig(sketch, slots: 1).Cancel(1);
        if (twice)
        {
            rig.Cancel(2, hard: true);
        }

        rig.End(3, NodeState.Abandoned, null, one);

        Assert.That(rig.Machine.Verdict, Is.EqualTo(verdict));
        Assert.That(rig.Machine.StateOf(one), Is.EqualTo(NodeState.Abandoned));
        Assert.That(rig.Machine.StateOf(two), Is.EqualTo(NodeState.Cancelled));
    }

    [Test]
    public void Nothing_happens_before_the_beginning_and_after_the_end()
    {
        var (sketch, one, two) = TwoPackages();
        var unbegun = new RunMachine(sketch.Build(), new RunMachineOptions { Slots = 1 });
        var rig = new Rig(sketch).Succeed(1, one, two);

        Assert.That(() => unbegun.Apply(new Tick(TimeSpan.Zero)), Throws.InvalidOperationException);
        Assert.That(rig.Tick(2).Cancel(3).Last, Is.Empty, "too late, but no bug");
        Assert.That(IsRefused(rig, new AttemptEnded(Rig.Seconds(4), one, 1, NodeState.Succeeded)), Is.True);
    }

    [Test]
    public void A_plan_in_which_a_package_waits_for_itself_is_refused()
    {
        var (sketch, one, two) = TwoPackages();
        sketch.Change(one, node => node with { Constraints = [new(two, Outcome.Success)] });
        sketch.Change(two, node => node with { Constraints = [new(one, Outcome.Success)] });

        Assert.That(() => new Rig(sketch), Throws.ArgumentException.With.Message.Contains("P/one waits for itself"));
    }

    private static bool IsRefused(Rig rig, RunEvent e)
    {
        try
        {
            rig.Apply(e);
            return false;
        }
        catch (InvalidOperationException)
        {
            return true;
        }
    }

    private static (PlanSketch Sketch, int One, int Two) TwoPackages()
    {
        var sketch = new PlanSketch();
        sketch.Project("P");
        sketch.Level(10);
        sketch.Container("C");
        return (sketch, sketch.Package("one"), sketch.Package("two"));
    }
}
