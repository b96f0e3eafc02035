using Orchestrator.Core.Machine;

namespace Orchestrator.Core.Tests.Machine;

/// <summary>Handlers of failures that an earlier run has left: once, when what they watch has ended again.</summary>
internal sealed class PastFailureTests
{
    private PlanSketch _sketch = new();
    private int _container;
    private int _watched;

    [SetUp]
    public void Begin()
    {
        _sketch = new PlanSketch();
        _sketch.Project("P");
        _sketch.Level(10);
        _container = _sketch.Container("First");
        _watched = _sketch.Package("watched");
        _sketch.Level(20);
        _sketch.Container("Second", runsAfterFailure: true);
    }

    [TestCase(true, NodeState.Running)]
    [TestCase(false, NodeState.NotNeeded)]
    public void A_handler_runs_for_one_although_what_it_watches_succeeds_now(bool hasFailed, NodeState expected)
    {
        var handler = _sketch.Package("handler", new PrecedenceConstraint(_watched, Outcome.Failure));
        var machine = Machine(hasFailed ? [(handler, _watched)] : []);

        Assert.That(machine.StateOf(handler), Is.EqualTo(NodeState.Pending), "what it watches may fail again");
        _ = machine.Apply(new AttemptEnded(TimeSpan.FromSeconds(1), _watched, 1, NodeState.Succeeded));

        Assert.That(machine.StateOf(handler), Is.EqualTo(expected));
    }

    [Test]
    public void Where_it_fails_again_the_handler_runs_once_for_both()
    {
        var handler = _sketch.Package("handler", new PrecedenceConstraint(_watched, Outcome.Failure));
        var machine = Machine([(handler, _watched)]);

        _ = machine.Apply(new AttemptEnded(
            TimeSpan.FromSeconds(1), _watched, 1, NodeState.Failed, ErrorClass.Data));
        _ = machine.Apply(new AttemptEnded(TimeSpan.FromSeconds(2), handler, 1, NodeState.Succeeded));

        Assert.That(machine.StateOf(handler), Is.EqualTo(NodeState.Succeeded));
        Assert.That(machine.Verdict, Is.EqualTo(RunVerdict.Failed));
    }

    [Test]
    public void A_failure_of_a_group_counts_alike_and_one_among_several_is_enough()
    {
        var ofGroup = _sketch.Package("of_group", new PrecedenceConstraint(_container, Outcome.Failure));
        var either = _sketch.Package("either");
        _sketch.Change(either, node => node with
        {
            Any =
            [
                [
                    new PrecedenceConstraint(_watched, Outcome.Failure),
                    new PrecedenceConstraint(_container, Outcome.Failure),
                ],
            ],
        });
        var machine = Machine([(ofGroup, _container), (either, _watched)]);

        _ = machine.Apply(new AttemptEnded(TimeSpan.FromSeconds(1), _watched, 1, NodeState.Succeeded));

        Assert.That((machine.StateOf(ofGroup), machine.StateOf(either)),
            Is.EqualTo((NodeState.Running, NodeState.Running)));
    }

    [Test]
    public void A_failure_that_another_handler_has_left_is_none_of_this_one()
    {
        var handler = _sketch.Package("handler", new PrecedenceConstraint(_watched, Outcome.Failure));
        var other = _sketch.Package("other", new PrecedenceConstraint(_watched, Outcome.Failure));
        var machine = Machine([(other, _watched)]);

        _ = machine.Apply(new AttemptEnded(TimeSpan.FromSeconds(1), _watched, 1, NodeState.Succeeded));

        Assert.That((machine.StateOf(handler), machine.StateOf(other)),
            Is.EqualTo((NodeState.NotNeeded, NodeState.Running)));
    }

    private RunMachine Machine(HashSet<(int Handler, int Subject)> past)
    {
        var machine = new RunMachine(_sketch.Build(), new RunMachineOptions { Slots = 9, PastFailures = past });
        _ = machine.Apply(new Began(TimeSpan.Zero));
        return machine;
    }
}
