namespace Orchestrator.Core.Tests.Machine;

internal sealed class LargePlanTests
{
    [Test]
    public void Ten_thousand_packages_in_one_line_end_without_a_deep_stack()
    {
        var rig = new Rig(Plan(ContainerMode.Linear), selected: new HashSet<int> { 5_000 });

        Assert.That(rig.Succeed(1, 5_000).Machine.Verdict, Is.EqualTo(RunVerdict.Succeeded));
    }

    [Test]
    public void Ten_thousand_packages_under_a_cap_cost_a_few_commands_each()
    {
        var rig = new Rig(Plan(ContainerMode.Parallel), slots: 16);
        var commands = 0;

        for (var next = 0; rig.Machine.Verdict is null; next++)
        {
            rig.Succeed(next, rig.Started[next]);
            commands += rig.Last.Count;
        }

        Assert.That(rig.Started, Has.Count.EqualTo(10_000));
        Assert.That(commands, Is.LessThan(5 * 10_000));
    }

    private static PlanSketch Plan(ContainerMode mode)
    {
        var sketch = new PlanSketch();
        sketch.Project("P");
        sketch.Level(10);
        sketch.Container("C", mode);
        var cap = sketch.Cap("project P", 8);
        for (var i = 0; i < 10_000; i++)
        {
            sketch.Change(sketch.Package($"p{i}"), node => node with { Caps = [cap] });
        }

        return sketch;
    }
}
