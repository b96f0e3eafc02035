namespace Orchestrator.Core.Tests.Machine;

internal sealed class FailureHandlingTests
{
    private readonly record struct Nodes(
        int Failing, int Beside, int Late, int Next, int Reader, int Check, int AfterCheck, int Later, int LaterCheck);

    [Test]
    public void Level_runs_the_rest_of_the_level_and_blocks_what_stands_behind_the_barrier()
    {
        var (sketch, nodes) = TwoProjects(FailureHandling.Level);

        var rig = new Rig(sketch, slots: 2).Fail(1, nodes.Failing).Succeed(2, nodes.Beside, nodes.Late);

        Assert.That(rig.Started, Does.Contain(nodes.Late));
        Assert.That(rig[nodes.Next], Is.EqualTo(NodeState.Blocked));
        Assert.That(rig[nodes.Reader], Is.EqualTo(NodeState.Blocked));
        Assert.That(rig[nodes.Check], Is.EqualTo(NodeState.Running), "it asks only for Completion");
    }

    [Test]
    public void Level_blocks_the_levels_and_projects_behind_a_check_that_ran_after_the_failure()
    {
        var (sketch, nodes) = TwoProjects(FailureHandling.Level);

        var rig = new Rig(sketch, slots: 2).Fail(1, nodes.Failing).Succeed(2, nodes.Beside, nodes.Late)
            .Succeed(3, nodes.Check);

        Assert.That(rig[nodes.AfterCheck], Is.EqualTo(NodeState.Blocked));
        Assert.That(rig[nodes.Later], Is.EqualTo(NodeState.Blocked));
        Assert.That(rig[nodes.LaterCheck], Is.EqualTo(NodeState.Blocked), "its project never starts");
        Assert.That(rig.Machine.Verdict, Is.EqualTo(RunVerdict.Failed));
    }

    [Test]
    public void Stop_starts_nothing_more_and_lets_go_on_what_is_at_work()
    {
        var (sketch, nodes) = TwoProjects(FailureHandling.Stop);

        var rig = new Rig(sketch, slots: 2).Fail(1, nodes.Failing);

        Assert.That(rig[nodes.Beside], Is.EqualTo(NodeState.Running));
        Assert.That(rig[nodes.Late], Is.EqualTo(NodeState.Blocked));
        Assert.That(rig[nodes.Check], Is.EqualTo(NodeState.Blocked));
        Assert.That(rig.Succeed(2, nodes.Beside).Machine.Verdict, Is.EqualTo(RunVerdict.Failed));
        Assert.That(rig.Started, Has.Count.EqualTo(2));
    }

    [Test]
    public void Fail_fast_is_Stop()
    {
        var (sketch, nodes) = TwoProjects(FailureHandling.DependencyChain);

        var rig = new Rig(sketch, slots: 2, failFast: true).Fail(1, nodes.Failing);

        Assert.That(rig[nodes.Late], Is.EqualTo(NodeState.Blocked));
    }

    [Test]
    public void Under_Stop_a_waiting_retry_ends_Failed()
    {
        var (sketch, nodes) = TwoProjects(FailureHandling.Stop);
        sketch.Change(nodes.Beside, node => node with
        {
            Retry = new RetryPolicy(3, Rig.Seconds(60), true, [ErrorClass.Transient]),
        });

        var rig = new Rig(sketch, slots: 2).FailTransient(1, nodes.Beside).Fail(2, nodes.Failing);

        Assert.That(rig[nodes.Beside], Is.EqualTo(NodeState.Failed));
    }

    [Test]
    public void DependencyChain_opens_the_barriers_and_blocks_only_what_reads_a_failed_one()
    {
        var (sketch, nodes) = TwoProjects(FailureHandling.DependencyChain);

        var rig = new Rig(sketch, slots: 2).Fail(1, nodes.Failing).Succeed(2, nodes.Beside);
        var beforeTheBarrier = rig[nodes.Next];
        rig.Succeed(3, nodes.Late).Succeed(4, nodes.Next, nodes.Check).Succeed(5, nodes.AfterCheck);

        Assert.That(beforeTheBarrier, Is.EqualTo(NodeState.Pending), "the barrier waits until all have ended");
        Assert.That(rig[nodes.Reader], Is.EqualTo(NodeState.Blocked));
        Assert.That(rig[nodes.Later], Is.EqualTo(NodeState.Blocked), "it reads the blocked reader");
        Assert.That(rig[nodes.LaterCheck], Is.EqualTo(NodeState.Running));
    }

    [Test]
    public void A_group_ends_as_the_weightiest_of_its_children()
    {
        var (sketch, nodes) = TwoProjects(FailureHandling.Level);
        var level = sketch[sketch[nodes.Failing].Parent].Parent;

        var rig = new Rig(sketch, slots: 3).Fail(1, nodes.Failing).Succeed(2, nodes.Beside, nodes.Late);

        Assert.That(rig[level], Is.EqualTo(NodeState.Failed));
        Assert.That(rig[sketch[nodes.Next].Parent], Is.EqualTo(NodeState.Blocked));
    }

    [Test]
    public void An_abandoned_attempt_keeps_its_slot_and_nothing_more_starts()
    {
        var (sketch, nodes) = TwoProjects(FailureHandling.Level);

        var rig = new Rig(sketch, slots: 2).End(1, NodeState.Abandoned, null, nodes.Failing);

        Assert.That(rig.Machine.SlotsInUse, Is.EqualTo(2));
        Assert.That(rig.Succeed(2, nodes.Beside).Machine.Verdict, Is.EqualTo(RunVerdict.Failed));
        Assert.That(rig.Machine.SlotsInUse, Is.EqualTo(1));
        Assert.That(rig.Started, Has.Count.EqualTo(2));
    }

    /// <summary>
    /// P1: level 10 fails, level 20 holds two packages and a check, level 30 one; P2 behind it reads and checks.
    /// </summary>
    private static (PlanSketch Sketch, Nodes Nodes) TwoProjects(FailureHandling handling)
    {
        var sketch = new PlanSketch { Handling = handling };
        var project = sketch.Project("P1");
        sketch.Level(10);
        sketch.Container("Core");
        var (failing, beside, late) = (sketch.Package("failing"), sketch.Package("beside"), sketch.Package("late"));
        sketch.Level(20);
        sketch.Container("Next");
        var (next, reader) = (sketch.Package("next"), sketch.Package("reader"));
        sketch.Change(reader, node => node with { Reads = [failing] });
        sketch.Container("Checks", runsAfterFailure: true);
        var check = sketch.Package("check");
        sketch.Change(check, node => node with { Reads = [failing] });
        sketch.Level(30);
        sketch.Container("Last");
        var afterCheck = sketch.Package("afterCheck");
        sketch.Project("P2", project);
        sketch.Level(10);
        sketch.Container("Core");
        var later = sketch.Package("later");
        sketch.Change(later, node => node with { Reads = [reader] });
        sketch.Container("Checks", runsAfterFailure: true);
        var laterCheck = sketch.Package("laterCheck");
        return (sketch, new(failing, beside, late, next, reader, check, afterCheck, later, laterCheck));
    }
}
