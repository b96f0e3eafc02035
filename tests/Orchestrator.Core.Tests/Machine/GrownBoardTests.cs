using Orchestrator.Core.Machine;

namespace Orchestrator.Core.Tests.Machine;

/// <summary>Nodes that come to a run at work are run as if they had been there from the start.</summary>
internal sealed class GrownBoardTests
{
    private PlanSketch _sketch = new();
    private int _container;
    private int _first;

    [SetUp]
    public void Begin()
    {
        _sketch = new PlanSketch();
        _sketch.Project("P");
        _sketch.Level(10);
        _container = _sketch.Container("C");
        _first = _sketch.Package("first");
    }

    [Test]
    public void Further_packages_start_and_their_group_ends_behind_the_last_one()
    {
        var rig = new Rig(_sketch);
        var plan = rig.Machine.Plan;
        var more = Grow(rig, 1, Package(_container, "more"), Package(_container, "most"));

        var before = rig.Succeed(2, _first).Succeed(3, more[0])[_container];

        Assert.That(rig.Started, Is.EqualTo(new[] { _first, more[0], more[1] }));
        Assert.That(before, Is.EqualTo(NodeState.Running));
        Assert.That(rig.Succeed(4, more[1]).Machine.Verdict, Is.EqualTo(RunVerdict.Succeeded));
        Assert.That(rig.Machine.Plan.Nodes[more[1]].Name, Is.EqualTo("P/most"));
        Assert.That(plan.Nodes.Any(node => node.Name == "P/most"), Is.False, "what was compiled stays as it was");
    }

    [Test]
    public void What_a_further_package_waits_for_counts_where_it_has_happened_and_is_waited_for_where_not()
    {
        var second = _sketch.Package("second");
        var rig = new Rig(_sketch).Succeed(1, _first);

        var more = Grow(rig, 2,
            Package(_container, "behind_ended", new PrecedenceConstraint(_first, Outcome.Success)),
            Package(_container, "behind_running", new PrecedenceConstraint(second, Outcome.Success)),
            Package(_container, "behind_new", new PrecedenceConstraint(second + 1, Outcome.Success)));
        var reason = rig.Machine.ReasonOf(more[2]);
        rig.Succeed(3, more[0]).Fail(4, second);

        Assert.That(reason, Is.EqualTo(new NodeReason(WaitReason.Predecessor, "P/behind_ended", TimeSpan.Zero)));
        Assert.That((rig[more[0]], rig[more[1]], rig[more[2]]),
            Is.EqualTo((NodeState.Succeeded, NodeState.Blocked, NodeState.Running)));
    }

    [Test]
    public void In_a_line_further_packages_wait_for_their_turn()
    {
        _sketch.Change(_container, node => node with { Mode = ContainerMode.Linear });
        var rig = new Rig(_sketch);

        var more = Grow(rig, 1, Package(_container, "more"), Package(_container, "most"));
        var reason = rig.Machine.ReasonOf(more[0]);
        rig.Succeed(2, _first);

        Assert.That(reason, Is.EqualTo(new NodeReason(WaitReason.Linear, "P/first", TimeSpan.Zero)));
        Assert.That((rig[more[0]], rig[more[1]]), Is.EqualTo((NodeState.Running, NodeState.Pending)));
        Assert.That(rig.Fail(3, more[0])[more[1]], Is.EqualTo(NodeState.Blocked));
    }

    [Test]
    public void A_container_may_come_to_a_container_and_what_waits_for_the_outer_one_waits_for_it()
    {
        var level = _sketch.Level(20);
        _sketch.Container("Last");
        var last = _sketch.Package("last");
        var rig = new Rig(_sketch);

        var turn = last + 1;
        var more = Grow(rig, 1,
            Node(NodeKind.Container, _container, "C[DE]") with { Mode = ContainerMode.Linear },
            Package(turn, "first[DE]"), Package(turn, "second[DE]"));
        rig.Succeed(2, _first);
        var (inner, waits) = (rig[turn], rig.Machine.ReasonOf(level));
        rig.Succeed(3, more[1]).Fail(4, more[2]);

        Assert.That(inner, Is.EqualTo(NodeState.Running));
        Assert.That(waits?.Object, Is.EqualTo("P:10"));
        Assert.That((rig[turn], rig[_container], rig[last]),
            Is.EqualTo((NodeState.Failed, NodeState.Failed, NodeState.Blocked)));
    }

    [Test]
    public void Further_packages_go_where_the_one_goes_that_they_are_made_after_and_caps_count_them()
    {
        var second = _sketch.Package("second");
        var cap = _sketch.Cap("project P", 1);
        var rig = new Rig(_sketch, slots: 2, expected: ExpectedDurations.FromSuccesses(
            [("P/first", Rig.Seconds(9)), ("P/second", Rig.Seconds(5))]));

        var more = Grow(rig, 1, [second, _first, _first],
            Package(_container, "late"), Package(_container, "one") with { Caps = [cap] },
            Package(_container, "two") with { Caps = [cap] });
        rig.Succeed(2, _first, second);

        Assert.That(rig.Started, Is.EqualTo(new[] { _first, second, more[1], more[0] }));
        Assert.That(rig.Machine.ReasonOf(more[2])?.Reason, Is.EqualTo(WaitReason.Cap));
        Assert.That(rig.Machine.ExpectedTimeLeft, Is.GreaterThan(Rig.Seconds(9)));
    }

    [Test]
    public void What_is_made_after_a_package_that_was_not_selected_is_not_run_either()
    {
        var second = _sketch.Package("second");
        var rig = new Rig(_sketch, selected: new HashSet<int> { second });

        var more = Grow(rig, 1, [_first, second], Package(_container, "one"), Package(_container, "two"));

        Assert.That((rig[more[0]], rig[more[1]]), Is.EqualTo((NodeState.Done, NodeState.Running)));
    }

    [Test]
    public void What_comes_to_a_cancelled_run_is_cancelled()
    {
        var rig = new Rig(_sketch).Cancel(1);

        var more = Grow(rig, 2, Package(_container, "more"));

        Assert.That(rig[more[0]], Is.EqualTo(NodeState.Cancelled));
        Assert.That(rig.End(3, NodeState.Cancelled, null, _first).Machine.Verdict, Is.EqualTo(RunVerdict.Cancelled));
    }

    [Test]
    public void Nothing_comes_to_what_has_ended_and_nothing_that_names_what_comes_behind_it()
    {
        _sketch.Level(20);
        _sketch.Container("Last");
        _sketch.Package("last");
        var rig = new Rig(_sketch).Succeed(1, _first);

        Assert.That(() => Grow(rig, 2, Package(_container, "more")), Throws.InvalidOperationException);
        Assert.That(() => Grow(rig, 2, Package(_container + 3, "more",
            new PrecedenceConstraint(_container + 6, Outcome.Success))), Throws.ArgumentException);
    }

    [Test]
    public void Ten_thousand_packages_come_one_by_one()
    {
        var rig = new Rig(_sketch, slots: 1);
        for (var i = 0; i < 10_000; i++)
        {
            Grow(rig, i, Package(_container, $"p{i}"));
        }

        for (var next = 0; rig.Machine.Verdict is null; next++)
        {
            rig.Succeed(10_000 + next, rig.Started[next]);
        }

        Assert.That(rig.Started, Is.EqualTo(Enumerable.Range(_first, 10_001)));
    }

    private int[] Grow(Rig rig, double at, params PlanNode[] nodes) =>
        Grow(rig, at, [.. nodes.Select(_ => _first)], nodes);

    /// <summary>Gives further nodes their places, each made after another one; the places.</summary>
    private static int[] Grow(Rig rig, double at, int[] templates, params PlanNode[] nodes)
    {
        var count = rig.Machine.Plan.Nodes.Count;
        rig.Apply(new BoardGrew(Rig.Seconds(at), [.. nodes.Select((node, place) =>
            new GrownNode(node with { Index = count + place }, templates[place]))]));
        return [.. Enumerable.Range(count, nodes.Length)];
    }

    private static PlanNode Package(int parent, string name, params PrecedenceConstraint[] constraints) =>
        Node(NodeKind.Package, parent, name) with { Constraints = constraints };

    private static PlanNode Node(NodeKind kind, int parent, string name) =>
        new() { Index = -1, Kind = kind, Name = $"P/{name}", Parent = parent };
}
