using Orchestrator.Core.Machine;

namespace Orchestrator.Core.Tests.Machine;

internal sealed class RetryTests
{
    [Test]
    public void A_waiting_retry_holds_no_slot()
    {
        var (sketch, one, two) = TwoPackages(new RetryPolicy(1, Rig.Seconds(60), false, [ErrorClass.Transient]));

        var rig = new Rig(sketch, slots: 1).FailTransient(1, one);

        Assert.That(rig[one], Is.EqualTo(NodeState.Ready));
        Assert.That(rig[two], Is.EqualTo(NodeState.Running));
        Assert.That(rig.Machine.ReasonOf(one), Is.EqualTo(
            new NodeReason(WaitReason.RetryAt, "00:01:01", Rig.Seconds(1))));
        Assert.That(rig.Last.OfType<WakeAt>().Single().At, Is.EqualTo(Rig.Seconds(61)));
    }

    [Test]
    public void A_retry_that_is_due_waits_for_the_gate_like_any_other()
    {
        var (sketch, one, two) = TwoPackages(new RetryPolicy(1, Rig.Seconds(60), false, [ErrorClass.Transient]));

        var rig = new Rig(sketch, slots: 1).FailTransient(1, one).Tick(61);
        var reason = rig.Machine.ReasonOf(one);
        rig.Succeed(62, two);

        Assert.That(reason?.Reason, Is.EqualTo(WaitReason.Gate));
        Assert.That(rig.Last.OfType<StartPackage>().Single(), Is.EqualTo(new StartPackage(one, 2)));
    }

    [Test]
    public void The_back_off_doubles_up_to_one_hour()
    {
        var (sketch, one, _) = TwoPackages(new RetryPolicy(9, Rig.Seconds(1000), true, [ErrorClass.Transient]));
        var rig = new Rig(sketch);
        var delays = new List<double>();

        for (var at = 0.0; delays.Count < 4;)
        {
            rig.FailTransient(at, one);
            delays.Add((rig.Last.OfType<WakeAt>().Single().At - Rig.Seconds(at)).TotalSeconds);
            at += delays[^1];
            rig.Tick(at);
        }

        Assert.That(delays, Is.EqualTo(new[] { 1000.0, 2000, 3600, 3600 }));
    }

    [Test]
    public void Only_listed_classes_are_tried_again_and_only_so_often()
    {
        var (sketch, one, two) = TwoPackages(new RetryPolicy(1, Rig.Seconds(1), false, [ErrorClass.Transient]));

        var rig = new Rig(sketch).Fail(1, two).FailTransient(1, one).Tick(2).FailTransient(3, one);

        Assert.That(rig[two], Is.EqualTo(NodeState.Failed), "Data is not listed");
        Assert.That(rig.Machine.AttemptOf(one), Is.EqualTo(2));
        Assert.That(rig[one], Is.EqualTo(NodeState.Failed));
    }

    [Test]
    public void A_cancelled_run_tries_nothing_again()
    {
        var (sketch, one, two) = TwoPackages(new RetryPolicy(1, Rig.Seconds(9), false, [ErrorClass.Transient]));

        var rig = new Rig(sketch).FailTransient(1, one).Cancel(2).FailTransient(3, two);

        Assert.That(rig[one], Is.EqualTo(NodeState.Cancelled));
        Assert.That(rig[two], Is.EqualTo(NodeState.Failed));
        Assert.That(rig.Machine.Verdict, Is.EqualTo(RunVerdict.Cancelled));
    }

    [Test]
    public void A_package_past_its_time_is_cancelled_and_ends_Failed_TimedOut()
    {
        var (sketch, one, two) = TwoPackages(RetryPolicy.None);
        sketch.Change(one, node => node with { Timeout = Rig.Seconds(10) });

        var rig = new Rig(sketch).Tick(10);
        var asked = rig.Last.OfType<CancelPackage>().Single();
        rig.End(11, NodeState.Cancelled, null, one);

        Assert.That(asked.Node, Is.EqualTo(one));
        Assert.That(rig[two], Is.EqualTo(NodeState.Running));
        Assert.That(rig.Last.OfType<RecordTransition>().First(),
            Has.Property("To").EqualTo(NodeState.Failed).And.Property("Error").EqualTo(ErrorClass.TimedOut));
    }

    [Test]
    public void A_time_out_is_tried_again_where_TimedOut_is_listed()
    {
        var (sketch, one, _) = TwoPackages(new RetryPolicy(1, Rig.Seconds(1), false, [ErrorClass.TimedOut]));
        sketch.Change(one, node => node with { Timeout = Rig.Seconds(10) });

        var rig = new Rig(sketch).Tick(10).End(11, NodeState.Failed, ErrorClass.Data, one).Tick(12);

        Assert.That(rig.Machine.AttemptOf(one), Is.EqualTo(2));
    }

    [Test]
    public void A_time_out_does_not_hide_that_nobody_knows_what_the_attempt_has_done()
    {
        var (sketch, one, _) = TwoPackages(new RetryPolicy(1, Rig.Seconds(1), false, [ErrorClass.TimedOut]));
        sketch.Change(one, node => node with { Timeout = Rig.Seconds(10) });

        var rig = new Rig(sketch).Tick(10).End(11, NodeState.Failed, ErrorClass.OutcomeUnknown, one);

        Assert.That(rig.Last.OfType<RecordTransition>().First(), Has.Property("To").EqualTo(NodeState.Failed)
            .And.Property("Error").EqualTo(ErrorClass.OutcomeUnknown));
        Assert.That(rig.Tick(12).Machine.AttemptOf(one), Is.EqualTo(1));
    }

    [Test]
    public void A_run_past_its_time_is_cancelled_and_has_Failed()
    {
        var (sketch, one, two) = TwoPackages(RetryPolicy.None);
        sketch.Timeout = Rig.Seconds(100);

        var rig = new Rig(sketch, slots: 1).Tick(100);
        rig.End(101, NodeState.Cancelled, null, one);

        Assert.That(rig[two], Is.EqualTo(NodeState.Cancelled));
        Assert.That(rig[0], Is.EqualTo(NodeState.Failed));
        Assert.That(rig.Machine.Verdict, Is.EqualTo(RunVerdict.Failed));
    }

    private static (PlanSketch Sketch, int One, int Two) TwoPackages(RetryPolicy policy)
    {
        var sketch = new PlanSketch();
        sketch.Project("P");
        sketch.Level(10);
        sketch.Container("C");
        var (one, two) = (sketch.Package("one"), sketch.Package("two"));
        sketch.Change(one, node => node with { Retry = policy });
        sketch.Change(two, node => node with { Retry = policy });
        return (sketch, one, two);
    }
}
