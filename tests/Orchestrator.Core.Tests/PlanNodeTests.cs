namespace Orchestrator.Core.Tests;

/// <summary>What a node of a plan says of itself, and the plan of where it stands.</summary>
internal sealed class PlanNodeTests
{
    private PlanSketch _sketch = new();
    private int _first;
    private int _second;
    private int _node;

    [SetUp]
    public void Sketch()
    {
        _sketch = new PlanSketch();
        _sketch.Project("P");
        _sketch.Level(10);
        _sketch.Container("C");
        _first = _sketch.Package("first");
        _second = _sketch.Package("second");
        _node = _sketch.Package("node", new PrecedenceConstraint(_first, Outcome.Success));
    }

    [Test]
    public void All_constraints_are_those_that_must_hold_and_those_of_which_one_is_enough()
    {
        Any(new PrecedenceConstraint(_second, Outcome.Completion), new PrecedenceConstraint(_first, Outcome.Failure));

        Assert.That(_sketch[_node].AllConstraints.Select(one => (one.Node, one.Outcome)), Is.EqualTo(new[]
        {
            (_first, Outcome.Success), (_second, Outcome.Completion), (_first, Outcome.Failure),
        }));
        Assert.That(_sketch[_node].Watched, Is.EqualTo(new[] { _first }));
        Assert.That(_sketch[_first].AllConstraints, Is.Empty);
    }

    [Test]
    public void Its_conditions_are_those_of_its_constraints_and_its_own()
    {
        Any(new PrecedenceConstraint(_second, Outcome.Success) { When = _sketch.Condition("2 > 1") });
        _sketch.Change(_node, node => node with
        {
            When = _sketch.Condition("3 > 1"),
            Constraints = [new PrecedenceConstraint(_first, Outcome.Success) { When = _sketch.Condition("1 > 0") }],
        });

        Assert.That(_sketch[_node].Conditions.Select(one => (one.When.Text, one.Own)),
            Is.EqualTo(new[] { ("1 > 0", _first), ("2 > 1", _second), ("3 > 1", -1) }));
        Assert.That(_sketch[_first].Conditions, Is.Empty);
    }

    [Test]
    public void The_groups_around_it_are_told_from_within()
    {
        var plan = _sketch.Build();

        Assert.That(plan.GroupsAround(plan.Nodes[_node]).Select(group => group.Kind), Is.EqualTo(new[]
        {
            NodeKind.Container, NodeKind.Level, NodeKind.Project, NodeKind.Batch,
        }));
        Assert.That(plan.IsWithin(plan.Nodes[_node], plan.Nodes[_node].Parent), Is.True);
        Assert.That(plan.IsWithin(plan.Nodes[_node], 0), Is.True);
        Assert.That(plan.IsWithin(plan.Nodes[_node], _first), Is.False);
        Assert.That(plan.IsWithin(plan.Nodes[_node], _node), Is.False);
    }

    private void Any(params PrecedenceConstraint[] group) =>
        _sketch.Change(_node, node => node with { Any = [group] });
}
