using Orchestrator.Core.Machine;
using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;

namespace Orchestrator.Core.Tests.Machine;

/// <summary>What a run that goes on has in turns.</summary>
internal sealed partial class TurnsOfLoopsTests
{
    [Test]
    public void That_all_turns_had_done_a_package_says_nothing_of_a_further_one()
    {
        _sketch.Change(_loop, node => node with { Loop = Over("DE", "FR") });
        var machine = new RunMachine(_sketch.Build(), new RunMachineOptions
        {
            Slots = 10,
            Done = new Dictionary<int, string> { [_second] = "done in run 1" },
            DoneByName = new Dictionary<string, PastTurn> { ["P/customer[DE]"] = new("done in run 1", ["DE"]) },
        });

        var commands = machine.Apply(new Began(TimeSpan.Zero)).ToArray();

        Assert.That(commands.OfType<StartPackage>().Select(start => machine.Plan.Nodes[start.Node].Name),
            Is.EquivalentTo(new[] { "P/order[DE]", "P/customer[FR]" }));
    }

    [Test]
    public void Turns_with_equal_keys_are_known_by_all_their_values_and_not_by_their_place()
    {
        RunColumn[] columns = [.. Columns, new("Town", new SqlType(SqlTypeKind.NVarChar, 10))];
        Assert.That(RunValueType.TryRows(columns, out var type, out var problem), Is.True, problem);
        Assert.That(RunValue.TryMake(type!, [["DE", "Ulm"], ["DE", "Bonn"]], out var rows, out problem), Is.True,
            problem);
        _sketch.Change(_loop, node => node with { Loop = new LoopShape { Known = rows, Gives = columns } });
        var machine = new RunMachine(_sketch.Build(), new RunMachineOptions
        {
            Slots = 10,
            DoneByName = new Dictionary<string, PastTurn>
            {
                ["P/customer[DE]"] = new("done in run 1", ["DE\tBonn"]),
                ["P/order[DE]"] = new("done in run 1", ["DE\tBonn"]),
            },
            TurnsThen = new Dictionary<string, IReadOnlyList<TurnThen>>
            {
                ["P/PerRegion"] = [new("DE", "DE\tBonn"), new("DE#2", "DE\tUlm")],
            },
        });

        var started = machine.Apply(new Began(TimeSpan.Zero)).OfType<StartPackage>().ToArray();

        Assert.That(started.Select(start => machine.Plan.Nodes[start.Node].Name),
            Is.EqualTo(new[] { "P/customer[DE#2]" }));
        Assert.That(machine.Plan.Nodes[started[0].Node].Turns[0].Row, Is.EqualTo("DE\tUlm"));
    }

    [Test]
    public void A_turn_that_is_called_as_one_of_then_and_is_given_something_else_is_not_done()
    {
        _sketch.Change(_loop, node => node with { Loop = Over("DE", "FR") });
        var machine = new RunMachine(_sketch.Build(), new RunMachineOptions
        {
            Slots = 10,
            Selected = new HashSet<int> { _first },
            Done = new Dictionary<int, string> { [_second] = "done in run 1" },
            DoneByName = new Dictionary<string, PastTurn>
            {
                ["P/customer[DE]"] = new("done in run 1", ["CH"]),
                ["P/customer[FR]"] = new("done in run 1", ["FR"]),
            },
        });

        Assert.That(Started(machine, new Began(TimeSpan.Zero)).Split(' '),
            Is.EquivalentTo(new[] { "P/customer[DE]", "P/order[FR]" }));
    }

    [TestCase("P/customer[1]", "P/customer[2]")]
    [TestCase("P/customer[2]", "P/order[2]")]
    public void A_further_turn_of_a_run_that_goes_on_has_also_what_was_not_left_of_the_turns_before(
        string known, string started)
    {
        var left = _sketch.Variable("Left", new SqlType(SqlTypeKind.Int));
        _sketch.Sets(_second, left);
        _sketch.Container("Before");
        var start = _sketch.Package("start");
        _sketch.Sets(start, left);
        _sketch.Reads(_loop, left, start);
        _sketch.Change(_loop, node => node with
        {
            Loop = new LoopShape
            {
                While = _sketch.Condition("Left > 0"),
                WhileReads = [new ValueRead(left, [_second])],
                AtMost = 5,
                Gives = [new RunColumn("Turn", new SqlType(SqlTypeKind.Int))],
                Turns = ContainerMode.Linear,
            },
        });
        var machine = new RunMachine(_sketch.Build(), new RunMachineOptions
        {
            Slots = 10,
            Selected = new HashSet<int> { _first },
            Done = new Dictionary<int, string> { [_second] = "done in run 1", [start] = "done in run 1" },
            Values = new Dictionary<(int Node, int Variable), RunValue> { [(start, left)] = Number("2") },
            DoneByName = new[] { "P/customer[1]", known }.Distinct().ToDictionary(name => name,
                name => new PastTurn("done in run 1", [name[^2..^1]])
                {
                    Values = new Dictionary<int, RunValue> { [left] = Number("1") },
                }),
        });

        var first = Started(machine, new Began(TimeSpan.Zero));
        var second = Started(machine, new AttemptEnded(
            Rig.Seconds(1), machine.Plan.Nodes.Single(node => node.Name == "P/order[1]").Index, 1,
            NodeState.Succeeded));

        Assert.That((first, second), Is.EqualTo(("P/order[1]", started)));
    }

    [Test]
    public void A_loop_in_a_turn_that_nobody_has_selected_asks_for_no_turns()
    {
        var left = _sketch.Variable("Left", new SqlType(SqlTypeKind.Int));
        _sketch.Sets(_second, left);
        var inner = _sketch.Container("Months");
        var sale = _sketch.Package("sale");
        _sketch.Reads(inner, left, _second);
        _sketch.Change(inner, node => node with
        {
            Parent = _loop,
            Loop = new LoopShape
            {
                While = _sketch.Condition("Left > 0"),
                AtMost = 5,
                Gives = [new RunColumn("Turn", new SqlType(SqlTypeKind.Int))],
                Turns = ContainerMode.Linear,
            },
        });
        _sketch.Change(_loop, node => node with { Loop = Over("DE", "FR") });
        int[] packages = [_first, _second, sale];
        var machine = new RunMachine(_sketch.Build(), new RunMachineOptions
        {
            Slots = 10,
            Selected = packages.ToHashSet(),
            SelectedTurns = packages.ToDictionary(package => package, _ => (IReadOnlyList<string>)["DE"]),
        });

        _ = machine.Apply(new Began(TimeSpan.Zero));

        Assert.That(machine.Plan.Nodes.Where(node => node.Name is "P/Months[DE]" or "P/Months[FR]")
            .Select(node => machine.StateOf(node.Index)), Is.EqualTo(new[] { NodeState.Pending, NodeState.Done }));
    }

    [Test]
    public void A_failure_of_an_earlier_run_that_nobody_has_handled_is_handled_in_its_turn()
    {
        _sketch.Package("handler", new PrecedenceConstraint(_second, Outcome.Failure));
        _sketch.Change(_loop, node => node with { Loop = Over("DE", "FR") });
        var machine = new RunMachine(_sketch.Build(), new RunMachineOptions
        {
            Slots = 10,
            PastFailuresInTurns = new HashSet<(string, string)> { ("P/handler[DE]", "P/customer[DE]") },
        });
        int Index(string name) => machine.Plan.Nodes.Single(node => node.Name == name).Index;
        _ = machine.Apply(new Began(TimeSpan.Zero));

        foreach (var customer in new[] { Index("P/customer[DE]"), Index("P/customer[FR]") })
        {
            _ = machine.Apply(new AttemptEnded(TimeSpan.FromSeconds(1), customer, 1, NodeState.Succeeded));
        }

        Assert.That((machine.StateOf(Index("P/handler[DE]")), machine.StateOf(Index("P/handler[FR]"))),
            Is.EqualTo((NodeState.Running, NodeState.NotNeeded)));
    }
}
