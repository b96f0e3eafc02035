using Orchestrator.Core.Machine;

namespace Orchestrator.Core.Tests.Machine;

internal sealed class ConstraintTests
{
    private PlanSketch _sketch = new();

    [SetUp]
    public void Begin()
    {
        _sketch = new PlanSketch();
        _sketch.Project("P");
        _sketch.Level(10);
        _sketch.Container("C");
    }

    [Test]
    public void A_handler_runs_when_what_it_watches_failed()
    {
        var watched = _sketch.Package("watched");
        var handler = _sketch.Package("handler", On(watched, Outcome.Failure));

        var rig = new Rig(_sketch).Fail(1, watched);

        Assert.That(rig[handler], Is.EqualTo(NodeState.Running));
    }

    [Test]
    public void A_hook_watches_groups_and_one_failure_among_them_is_enough()
    {
        var bad = _sketch.Package("bad");
        var level = _sketch[bad].Index - 2;
        var other = _sketch.Level(20);
        _sketch.Container("D");
        _sketch.Package("good");
        var hooks = _sketch.Level(30);
        _sketch.Change(hooks, node => node with { RunsAfterFailure = true });
        _sketch.Container("hooks");
        var failed = _sketch.Package("failed", On(level, Outcome.Failure), On(other, Outcome.Failure));
        var fine = _sketch.Package("fine", On(level, Outcome.Success), On(other, Outcome.Success));
        _sketch.Change(failed, node => node with { Around = 1 });
        _sketch.Change(fine, node => node with { Around = 1 });

        var rig = new Rig(_sketch).Fail(1, bad);

        Assert.That(rig[failed], Is.EqualTo(NodeState.Running));
        Assert.That(rig[fine], Is.EqualTo(NodeState.Blocked));
    }

    [Test]
    public void A_handler_that_was_not_needed_ends_NotNeeded_and_so_does_what_waits_for_it()
    {
        var watched = _sketch.Package("watched");
        var handler = _sketch.Package("handler", On(watched, Outcome.Failure));
        var behind = _sketch.Package("behind", On(handler, Outcome.Success));

        var rig = new Rig(_sketch).Succeed(1, watched);

        Assert.That(rig[handler], Is.EqualTo(NodeState.NotNeeded));
        Assert.That(rig[behind], Is.EqualTo(NodeState.NotNeeded));
        Assert.That(rig.Machine.Verdict, Is.EqualTo(RunVerdict.Succeeded));
    }

    [Test]
    public void A_failure_blocks_what_asks_for_Success_and_what_asks_for_that()
    {
        var first = _sketch.Package("first");
        var second = _sketch.Package("second", On(first, Outcome.Success));
        var third = _sketch.Package("third", On(second, Outcome.Success));
        var anyway = _sketch.Package("anyway", On(second, Outcome.Completion));

        var rig = new Rig(_sketch).Fail(1, first);

        Assert.That(rig[second], Is.EqualTo(NodeState.Blocked));
        Assert.That(rig[third], Is.EqualTo(NodeState.Blocked));
        Assert.That(rig[anyway], Is.EqualTo(NodeState.Running), "a blocked one has ended, too");
    }

    [Test]
    public void Why_a_package_is_blocked_names_the_package_that_failed()
    {
        var first = _sketch.Package("first");
        var second = _sketch.Package("second", On(first, Outcome.Success));
        var third = _sketch.Package("third", On(second, Outcome.Success));

        var rig = new Rig(_sketch).Fail(1, first);

        var why = rig.Last.OfType<RecordTransition>().Single(transition => transition.Node == third).Why;
        Assert.That(why, Is.EqualTo("P/first did not succeed"));
    }

    [Test]
    public void Disabled_and_unselected_packages_satisfy_Success_and_keep_barriers_in_force()
    {
        var (disabled, unselected) = (_sketch.Package("disabled"), _sketch.Package("unselected"));
        _sketch.Change(disabled, node => node with { Enabled = false });
        var behind = _sketch.Package("behind", On(disabled, Outcome.Success), On(unselected, Outcome.Success));
        var handler = _sketch.Package("handler", On(disabled, Outcome.Failure));
        _sketch.Level(20);
        _sketch.Container("Empty");
        var gap = _sketch.Package("gap");
        _sketch.Level(30);
        _sketch.Container("Last");
        var last = _sketch.Package("last");

        var rig = new Rig(_sketch, selected: new HashSet<int> { disabled, behind, handler, last });

        Assert.That(rig.Started, Is.EqualTo(new[] { behind }));
        Assert.That(rig[disabled], Is.EqualTo(NodeState.Disabled));
        Assert.That(rig[unselected], Is.EqualTo(NodeState.Done));
        Assert.That(rig[handler], Is.EqualTo(NodeState.NotNeeded));
        Assert.That(rig[gap], Is.EqualTo(NodeState.Done));
        Assert.That(rig[last], Is.EqualTo(NodeState.Pending), "level 30 waits for level 10 across the empty one");
        Assert.That(rig.Succeed(1, behind)[last], Is.EqualTo(NodeState.Running));
    }

    [Test]
    public void A_run_of_nothing_succeeds_at_once()
    {
        _sketch.Package("unselected");

        var rig = new Rig(_sketch, selected: new HashSet<int>());

        Assert.That(rig.Machine.Verdict, Is.EqualTo(RunVerdict.Succeeded));
        Assert.That(rig[0], Is.EqualTo(NodeState.Done));
    }

    [Test]
    public void A_Linear_group_runs_one_at_a_time_in_declared_order()
    {
        _sketch.Container("Line", ContainerMode.Linear);
        var (one, two, three) = (_sketch.Package("one"), _sketch.Package("two"), _sketch.Package("three"));
        _sketch.Change(two, node => node with { Enabled = false });

        var rig = new Rig(_sketch);
        var reason = rig.Machine.ReasonOf(three);
        rig.Succeed(1, one);

        Assert.That(reason, Is.EqualTo(new NodeReason(WaitReason.Linear, "P/one", TimeSpan.Zero)));
        Assert.That(rig.Started, Is.EqualTo(new[] { one, three }));
    }

    [Test]
    public void In_a_Linear_group_a_failure_blocks_what_follows_but_for_its_handler()
    {
        _sketch.Container("Line", ContainerMode.Linear);
        var (one, two) = (_sketch.Package("one"), _sketch.Package("two"));
        var handler = _sketch.Package("handler", On(one, Outcome.Failure));
        var last = _sketch.Package("last");

        var rig = new Rig(_sketch).Fail(1, one).Succeed(2, handler);

        Assert.That(rig[two], Is.EqualTo(NodeState.Blocked));
        Assert.That(rig[handler], Is.EqualTo(NodeState.Succeeded));
        Assert.That(rig[last], Is.EqualTo(NodeState.Blocked));
    }

    private static PrecedenceConstraint On(int node, Outcome outcome) => new(node, outcome);
}
