using Orchestrator.Core.Machine;
using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;

namespace Orchestrator.Core.Tests.Machine;

/// <summary>Loops whose turns a run finds out: for each row, or while a condition is true.</summary>
internal sealed partial class TurnsOfLoopsTests
{
    private static readonly IReadOnlyList<RunColumn> Columns = [new("Code", new SqlType(SqlTypeKind.NVarChar, 10))];

    private PlanSketch _sketch = new();
    private int _loop;
    private int _first;
    private int _second;

    [SetUp]
    public void Begin()
    {
        _sketch = new PlanSketch();
        _sketch.Project("P");
        _sketch.Level(10);
        _loop = _sketch.Container("PerRegion");
        // Declared before what it waits for.
        _first = _sketch.Count;
        _second = _first + 1;
        _sketch.Package("order", new PrecedenceConstraint(_second, Outcome.Success));
        _sketch.Package("customer");
    }

    [Test]
    public void Each_row_has_a_turn_in_which_the_packages_wait_for_each_other()
    {
        var rig = Begun(Over("DE", "FR"));
        var (germany, france) = (Named(rig, "P/customer[DE]"), Named(rig, "P/customer[FR]"));

        rig.Succeed(1, germany);

        Assert.That(rig.Started, Is.EqualTo(new[] { germany, france, Named(rig, "P/order[DE]") }));
        Assert.That(rig.Machine.Plan.Nodes[germany].Turns.Select(turn => turn.Row), Is.EqualTo(new[] { "DE" }));
        Assert.That(rig.Machine.ReasonOf(Named(rig, "P/order[FR]"))?.Object, Is.EqualTo("P/customer[FR]"));
    }

    [Test]
    public void The_turns_are_recorded_once_behind_the_start_of_the_loop_and_before_anything_in_them()
    {
        var rig = Begun(Over("DE", "FR"));

        var expansion = rig.Last.OfType<RecordExpansion>().Single();
        var place = rig.Last.IndexOf(expansion);
        var moved = rig.Last.FindIndex(command => command is RecordTransition one && one.Node > _second);

        Assert.That(expansion.Turns.Select(turn => turn.Given.Key), Is.EqualTo(new[] { "DE", "FR" }));
        Assert.That(rig.Last.FindIndex(command =>
            command is RecordTransition { To: NodeState.Running } one && one.Node == _loop), Is.LessThan(place));
        Assert.That(moved, Is.GreaterThan(place));
    }

    [Test]
    public void A_loop_ends_behind_the_last_turn_and_what_only_stood_for_turns_as_the_weightiest_of_them()
    {
        var rig = Begun(Over("DE", "FR"));

        rig.Succeed(1, Named(rig, "P/customer[DE]")).Fail(2, Named(rig, "P/customer[FR]"));
        var before = (rig[_loop], rig[_first]);
        rig.Succeed(3, Named(rig, "P/order[DE]"));

        Assert.That(before, Is.EqualTo((NodeState.Running, NodeState.Pending)));
        Assert.That((rig[_loop], rig[_second], rig[_first]),
            Is.EqualTo((NodeState.Failed, NodeState.Failed, NodeState.Blocked)));
        Assert.That((rig[Named(rig, "P/PerRegion[DE]")], rig[Named(rig, "P/PerRegion[FR]")]),
            Is.EqualTo((NodeState.Succeeded, NodeState.Failed)));
        Assert.That(rig.Machine.Verdict, Is.EqualTo(RunVerdict.Failed));
    }

    [Test]
    public void Turns_that_follow_each_other_start_one_by_one_and_stop_behind_a_failure()
    {
        var rig = Begun(Over("DE", "FR", "IT") with { Turns = ContainerMode.Linear });
        var started = rig.Started.ToArray();

        rig.Succeed(1, Named(rig, "P/customer[DE]")).Succeed(2, Named(rig, "P/order[DE]"));
        rig.Fail(3, Named(rig, "P/customer[FR]"));

        Assert.That(started, Is.EqualTo(new[] { Named(rig, "P/customer[DE]") }));
        Assert.That(rig[Named(rig, "P/customer[IT]")], Is.EqualTo(NodeState.Blocked));
        Assert.That(rig[_loop], Is.EqualTo(NodeState.Failed));
    }

    [Test]
    public void A_skip_in_one_of_turns_that_follow_each_other_says_what_it_keeps_from_starting()
    {
        var rig = Begun(Over("DE", "FR") with { Turns = ContainerMode.Linear });

        rig.Apply(new SkipRequested(Rig.Seconds(1), 1, Named(rig, "P/order[DE]"), "ann", ""));
        var said = rig.Last.OfType<RecordAnswer>().Single().Text;
        rig.Succeed(2, Named(rig, "P/customer[DE]"));

        Assert.That(said, Does.EndWith(", 2 blocked"));
        Assert.That((rig[Named(rig, "P/customer[FR]")], rig[Named(rig, "P/order[FR]")]),
            Is.EqualTo((NodeState.Blocked, NodeState.Blocked)));
    }

    [Test]
    public void A_skip_ends_turns_that_follow_each_other_as_it_ends_packages_that_do()
    {
        var line = new PlanSketch();
        line.Project("P");
        line.Level(10);
        var container = line.Container("Line", ContainerMode.Linear);
        int[] members = [line.Package("a"), line.Package("b"), line.Package("c")];
        line.Level(20);
        line.Container("Next");
        var behind = line.Package("behind");
        _sketch.Level(20);
        _sketch.Container("Next");
        var next = _sketch.Package("behind");

        var packages = new Rig(line).Apply(new SkipRequested(Rig.Seconds(1), 1, members[1], "ann", ""));
        var saidOfPackages = packages.Last.OfType<RecordAnswer>().Single().Text;
        packages.Succeed(2, members[0]).Succeed(3, behind);
        var turns = Begun(Over("DE", "FR", "IT") with { Turns = ContainerMode.Linear });
        turns.Apply(new SkipRequested(Rig.Seconds(1), 1, Named(turns, "P/PerRegion[FR]"), "ann", ""));
        var saidOfTurns = turns.Last.OfType<RecordAnswer>().Single().Text;
        turns.Succeed(2, Named(turns, "P/customer[DE]")).Succeed(3, Named(turns, "P/order[DE]")).Succeed(4, next);

        Assert.That((turns[Named(turns, "P/PerRegion[FR]")], turns[Named(turns, "P/PerRegion[IT]")], turns[_loop],
            turns[next], turns.Machine.Verdict), Is.EqualTo((packages[members[1]], packages[members[2]],
            packages[container], packages[behind], packages.Machine.Verdict)));
        Assert.That((turns[_loop], turns[next], turns.Machine.Verdict),
            Is.EqualTo((NodeState.Blocked, NodeState.Succeeded, RunVerdict.Failed)));
        // What is said beforehand is what becomes of it: the one package behind, and the two of the turn behind.
        Assert.That(saidOfPackages, Does.EndWith(", 1 blocked"));
        Assert.That(saidOfTurns, Does.EndWith(", 2 blocked"));
    }

    [Test]
    public void A_loop_without_rows_succeeds_unless_it_is_to_fail()
    {
        var succeeded = Begun(Over());
        var failed = Begun(Over() with { FailsOnNone = true });

        Assert.That((succeeded[_loop], succeeded[_first], succeeded.Machine.Verdict),
            Is.EqualTo((NodeState.Succeeded, NodeState.NotNeeded, RunVerdict.Succeeded)));
        Assert.That((failed[_loop], failed[_first], failed.Machine.Verdict),
            Is.EqualTo((NodeState.Failed, NodeState.Blocked, RunVerdict.Failed)));
        Assert.That(failed.Last.OfType<RecordTransition>()
            .Single(one => one.Node == _loop && one.To == NodeState.Failed).Why, Does.StartWith("ORC3610 "));
    }

    [Test]
    public void More_turns_than_a_loop_may_have_fail_it_before_anything_starts()
    {
        var rig = Begun(Over([.. Enumerable.Range(0, TurnsOfLoops.TurnsMax + 1).Select(row => $"{row}")]));

        Assert.That((rig[_loop], rig.Started.Count), Is.EqualTo((NodeState.Failed, 0)));
        Assert.That(rig.Machine.Plan.Nodes.Count, Is.EqualTo(_sketch.Count));
    }

    [Test]
    public void A_loop_of_which_nothing_is_selected_has_no_turn()
    {
        var other = _sketch.Package("other");
        _sketch.Container("Other");
        var last = _sketch.Package("last");
        _sketch.Change(_loop, node => node with { Loop = Over("DE") });

        var rig = new Rig(_sketch, selected: new HashSet<int> { last });

        Assert.That((rig[_loop], rig[_first], rig[other]),
            Is.EqualTo((NodeState.Done, NodeState.Done, NodeState.Done)));
        Assert.That(rig.Started, Is.EqualTo(new[] { last }));
    }

    [Test]
    public void What_an_earlier_run_has_done_of_a_turn_is_done_where_the_turn_is_given_the_same()
    {
        _sketch.Change(_loop, node => node with { Loop = Over("DE", "FR") });
        var machine = new RunMachine(_sketch.Build(), new RunMachineOptions
        {
            Slots = 10,
            DoneByName = new Dictionary<string, PastTurn>
            {
                ["P/customer[DE]"] = new("done in run 1", ["DE"]),
                ["P/customer[FR]"] = new("done in run 1", ["CH"]),
            },
        });

        var commands = machine.Apply(new Began(TimeSpan.Zero)).ToArray();

        Assert.That(commands.OfType<StartPackage>().Select(start => machine.Plan.Nodes[start.Node].Name),
            Is.EquivalentTo(new[] { "P/order[DE]", "P/customer[FR]" }));
    }

    [TestCase("F*", "P/customer[FR] P/customer[FI]")]
    [TestCase("DE", "P/customer[DE]")]
    [TestCase("XX", "")]
    public void Where_turns_are_selected_what_is_in_another_one_is_done(string keys, string started)
    {
        _sketch.Change(_loop, node => node with { Loop = Over("DE", "FR", "FI") });
        var machine = new RunMachine(_sketch.Build(), new RunMachineOptions
        {
            Slots = 10,
            Selected = new HashSet<int> { _first, _second },
            SelectedTurns = new Dictionary<int, IReadOnlyList<string>> { [_first] = [keys], [_second] = [keys] },
        });

        var commands = machine.Apply(new Began(TimeSpan.Zero)).ToArray();

        Assert.That(string.Join(' ', commands.OfType<StartPackage>()
            .Select(start => machine.Plan.Nodes[start.Node].Name)), Is.EqualTo(started));
        Assert.That(commands.OfType<RecordTransition>().Where(one => one.To == NodeState.Done && one.Node > _second
            && machine.Plan.Nodes[one.Node].Kind == NodeKind.Package).Select(one => one.Why),
            Has.All.EqualTo(RunMachineOptions.NotSelected));
    }

    [Test]
    public void What_the_runs_before_were_not_asked_for_is_done_and_not_left_for_another_one()
    {
        _sketch.Change(_loop, node => node with { Loop = Over("DE", "FR") });
        var machine = new RunMachine(_sketch.Build(), new RunMachineOptions
        {
            Slots = 10,
            AskedTurns = new Dictionary<int, AskedTurns>
            {
                [_first] = new(["XX"], "not selected in run 1"),
                [_second] = new(["XX"], "not selected in run 1"),
            },
        });

        var done = machine.Apply(new Began(TimeSpan.Zero)).OfType<RecordTransition>()
            .Where(one => machine.Plan.Nodes[one.Node].Kind == NodeKind.Package && one.To == NodeState.Done).ToArray();

        Assert.That(done.Count(one => one.Node > _second && one.Why == "not selected in run 1"), Is.EqualTo(4));
        Assert.That(done.Where(one => one.Node == _first || one.Node == _second).Select(one => one.Why),
            Has.None.EqualTo(RunMachineOptions.NotSelected));
    }

    [Test]
    public void What_stands_for_turns_of_which_some_were_not_selected_is_left_for_another_run()
    {
        _sketch.Change(_loop, node => node with { Loop = Over("DE", "FR") });
        var machine = new RunMachine(_sketch.Build(), new RunMachineOptions
        {
            Slots = 10,
            SelectedTurns = new Dictionary<int, IReadOnlyList<string>> { [_first] = ["XX"], [_second] = ["XX"] },
        });

        var commands = machine.Apply(new Began(TimeSpan.Zero)).ToArray();

        Assert.That(commands.OfType<RecordTransition>().Where(one => one.Node == _first || one.Node == _second)
            .Select(one => (one.To, one.Why)), Is.EqualTo(new[]
            {
                (NodeState.Done, RunMachineOptions.NotSelected), (NodeState.Done, RunMachineOptions.NotSelected),
            }));
    }

    [Test]
    public void Who_holds_what_stands_for_turns_holds_it_in_each_of_them_and_a_turn_is_held_by_its_own_name()
    {
        var rig = Begun(Over("DE", "FR"));

        rig.Apply(new HoldRequested(Rig.Seconds(1), 1, _first, "ann", ""));
        rig.Succeed(2, Named(rig, "P/customer[DE]"), Named(rig, "P/customer[FR]"));
        var held = (rig[Named(rig, "P/order[DE]")], rig[Named(rig, "P/order[FR]")]);
        rig.Apply(new ReleaseRequested(Rig.Seconds(3), 2, Named(rig, "P/PerRegion[DE]"), "ann", ""));

        Assert.That(held, Is.EqualTo((NodeState.Held, NodeState.Held)));
        Assert.That((rig[Named(rig, "P/order[DE]")], rig[Named(rig, "P/order[FR]")]),
            Is.EqualTo((NodeState.Running, NodeState.Held)));
    }

    [Test]
    public void A_loop_in_a_loop_has_turns_of_its_own_in_each_turn()
    {
        var inner = _sketch.Container("Months");
        _sketch.Change(inner, node => node with { Parent = _loop, Loop = Over("11", "12") });
        _sketch.Package("sale", new PrecedenceConstraint(_second, Outcome.Success));

        var rig = Begun(Over("DE"));
        rig.Succeed(1, Named(rig, "P/customer[DE]"));

        Assert.That(rig.Started.Select(node => rig.Machine.Plan.Nodes[node].Name),
            Is.EquivalentTo(new[] { "P/customer[DE]", "P/order[DE]", "P/sale[DE,11]", "P/sale[DE,12]" }));
        Assert.That(rig.Machine.Plan.Nodes[Named(rig, "P/sale[DE,12]")].Parent,
            Is.EqualTo(Named(rig, "P/Months[DE,12]")));
    }

    [Test]
    public void While_its_condition_is_true_a_loop_has_another_turn()
    {
        var left = _sketch.Variable("Left", new SqlType(SqlTypeKind.Int));
        _sketch.Sets(_second, left);
        var before = _sketch.Container("Before");
        var start = _sketch.Package("start");
        _sketch.Sets(start, left);
        _sketch.Reads(_loop, left, start);
        var rig = Begun(new LoopShape
        {
            While = _sketch.Condition("Left > 0"),
            WhileReads = [new ValueRead(left, [_second])],
            AtMost = 5,
            Gives = [new RunColumn("Turn", new SqlType(SqlTypeKind.Int))],
            Turns = ContainerMode.Linear,
        });

        rig.Apply(Set(1, start, left, "2"));
        rig.Apply(Set(2, Named(rig, "P/customer[1]"), left, "1")).Succeed(3, Named(rig, "P/order[1]"));
        var turns = rig.Machine.Plan.Nodes.Count(node => node.Turns.Count > 0 && node.Kind == NodeKind.Container);
        rig.Apply(Set(4, Named(rig, "P/customer[2]"), left, "0")).Succeed(5, Named(rig, "P/order[2]"));

        Assert.That((turns, rig[before], rig[_loop]), Is.EqualTo((2, NodeState.Succeeded, NodeState.Succeeded)));
        Assert.That(rig.Machine.Verdict, Is.EqualTo(RunVerdict.Succeeded));
    }

    [Test]
    public void Whose_facts_a_package_reads_is_that_of_the_same_turn()
    {
        _sketch.Change(_first, node => node with { ReadsFacts = [new FactSubject("customer", _second)] });

        var rig = Begun(Over("DE", "FR"));

        Assert.That(rig.Machine.Plan.Nodes[Named(rig, "P/order[FR]")].ReadsFacts,
            Is.EqualTo(new[] { new FactSubject("customer", Named(rig, "P/customer[FR]")) }));
    }

    private static LoopShape Over(params string[] codes)
    {
        Assert.That(RunValueType.TryRows(Columns, out var type, out var problem), Is.True, problem);
        Assert.That(RunValue.TryMake(type!, [.. codes.Select(code => (IReadOnlyList<string?>)[code])],
            out var rows, out problem), Is.True, problem);
        return new LoopShape { Known = rows, Gives = Columns };
    }

    private static AttemptEnded Set(double at, int package, int variable, string value) =>
        new(Rig.Seconds(at), package, 1, NodeState.Succeeded)
        {
            Sets = new Dictionary<int, RunValue> { [variable] = Number(value) },
        };

    private static RunValue Number(string value)
    {
        Assert.That(RunValueType.TryOf(new SqlType(SqlTypeKind.Int), out var type, out var problem), Is.True, problem);
        Assert.That(RunValue.TryMake(type!, [[value]], out var made, out problem), Is.True, problem);
        return made!;
    }

    private static string Started(RunMachine machine, RunEvent e) => string.Join(' ', machine.Apply(e)
        .OfType<StartPackage>().Select(start => machine.Plan.Nodes[start.Node].Name));

    private static int Named(Rig rig, string name) =>
        rig.Machine.Plan.Nodes.Single(node => node.Name == name).Index;

    private Rig Begun(LoopShape shape)
    {
        _sketch.Change(_loop, node => node with { Loop = shape });
        return new Rig(_sketch);
    }
}
