using Orchestrator.Core.Machine;
using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;

namespace Orchestrator.Core.Tests.Machine;

/// <summary>What reads the rows of a package in turns that somebody has skipped.</summary>
internal sealed class SkippedTurnsTests
{
    private static readonly IReadOnlyList<RunColumn> Columns = [new("Code", new SqlType(SqlTypeKind.NVarChar, 10))];

    [Test]
    public void Rows_of_turns_that_were_skipped_are_not_read_although_the_loop_ended_behind_a_failure()
    {
        var sketch = new PlanSketch();
        sketch.Project("P");
        sketch.Level(10);
        sketch.Container("Early");
        var bad = sketch.Package("bad");
        var clock = sketch.Package("clock");
        var loop = sketch.Container("PerRegion");
        var customer = sketch.Package("customer", new PrecedenceConstraint(clock, Outcome.Success));
        sketch.Package("order", new PrecedenceConstraint(bad, Outcome.Success));
        sketch.Container("Late");
        var reader = sketch.Package("reader", new PrecedenceConstraint(clock, Outcome.Success));
        sketch.Change(reader, node => node with { Reads = [customer, clock] });
        sketch.Change(loop, node => node with { Loop = Over("DE", "FR") });
        var rig = new Rig(sketch);

        rig.Apply(new SkipRequested(Rig.Seconds(1), 1, customer, "ann", ""));
        rig.Fail(2, bad).Succeed(3, clock);

        Assert.That((rig[loop], rig[customer], rig[reader]),
            Is.EqualTo((NodeState.Blocked, NodeState.SkippedByOperator, NodeState.Blocked)));
    }

    private static LoopShape Over(params string[] codes)
    {
        Assert.That(RunValueType.TryRows(Columns, out var type, out var problem), Is.True, problem);
        Assert.That(RunValue.TryMake(type!, [.. codes.Select(code => (IReadOnlyList<string?>)[code])],
            out var rows, out problem), Is.True, problem);
        return new LoopShape { Known = rows, Gives = Columns };
    }
}
