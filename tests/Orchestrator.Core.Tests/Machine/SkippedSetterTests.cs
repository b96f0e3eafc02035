using Orchestrator.Core.Machine;
using Orchestrator.Core.Types;

namespace Orchestrator.Core.Tests.Machine;

/// <summary>Containers whose condition reads what somebody has skipped.</summary>
internal sealed class SkippedSetterTests
{
    private PlanSketch _sketch = new();
    private int _rows;
    private int _setter;
    private int _container;
    private int _package;

    [SetUp]
    public void Begin()
    {
        _sketch = new PlanSketch();
        _rows = _sketch.Variable("Rows", new SqlType(SqlTypeKind.Int));
        _sketch.Project("P");
        _sketch.Level(10);
        _sketch.Container("First");
        _setter = _sketch.Package("set");
        _sketch.Sets(_setter, _rows);
        _sketch.Package("first");
        _sketch.Level(20);
        _container = _sketch.Container("C");
        _sketch.Reads(_container, _rows, _setter);
        _sketch.Change(_container, node => node with { When = _sketch.Condition("Rows > 0") });
        _package = _sketch.Package("package");
    }

    [Test]
    public void A_container_of_which_all_is_skipped_is_not_blocked_by_what_its_condition_would_read()
    {
        var rig = new Rig(Held(), slots: 1);

        rig.Apply(new SkipRequested(Rig.Seconds(1), 1, _setter, "ann", ""));
        rig.Apply(new SkipRequested(Rig.Seconds(2), 2, _package, "ann", "")).Succeed(3, _setter + 1);

        Assert.That(rig[_container], Is.EqualTo(NodeState.SkippedByOperator));
        Assert.That(rig.Machine.Verdict, Is.EqualTo(RunVerdict.SucceededWithWarnings));
    }

    [Test]
    public void What_is_blocked_by_a_skip_blocks_nobody_behind_the_barrier()
    {
        _sketch.Level(30);
        _sketch.Container("Last");
        var last = _sketch.Package("last");
        var rig = new Rig(Held(), slots: 1);

        rig.Apply(new SkipRequested(Rig.Seconds(1), 1, _setter, "ann", "")).Succeed(2, _setter + 1);

        Assert.That((rig[_package], rig[last]), Is.EqualTo((NodeState.Blocked, NodeState.Running)));
    }

    [Test]
    public void What_is_blocked_by_a_skip_and_holds_what_was_cancelled_blocks_what_is_behind_the_barrier()
    {
        var further = _sketch.Package("further");
        _sketch.Level(30);
        _sketch.Container("Last");
        var last = _sketch.Package("last");
        var rig = new Rig(Held(), slots: 1);

        rig.Apply(new CancelNodeRequested(Rig.Seconds(1), 1, _package, "ann", ""));
        rig.Apply(new SkipRequested(Rig.Seconds(2), 2, _setter, "ann", "")).Succeed(3, _setter + 1);

        Assert.That((rig[_package], rig[further], rig[last]),
            Is.EqualTo((NodeState.Cancelled, NodeState.Blocked, NodeState.Blocked)));
        Assert.That(rig.Machine.Verdict, Is.EqualTo(RunVerdict.Failed));
    }

    /// <summary>With the setter behind the other package, so that it can be skipped.</summary>
    private PlanSketch Held()
    {
        _sketch.Change(_setter, node => node with
        {
            Constraints = [new PrecedenceConstraint(_setter + 1, Outcome.Success)],
        });
        return _sketch;
    }
}
