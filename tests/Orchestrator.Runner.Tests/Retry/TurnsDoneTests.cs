using Orchestrator.Core;
using Orchestrator.Core.RunValues;
using Orchestrator.Runner.Retry;

namespace Orchestrator.Runner.Tests.Retry;

/// <summary>What stays done in turns of loops, and what runs again behind what does.</summary>
internal sealed class TurnsDoneTests
{
    private const int First = 4;
    private const int Loop = 5;
    private const int Load = 6;
    private const int Handler = 7;
    private const int Sum = 8;
    private const int Months = 9;
    private const int Month = 10;

    private PlanNode[] _nodes = [];

    [SetUp]
    public void Begin() => _nodes =
    [
        Node(0, NodeKind.Batch, "Nightly", -1), Node(1, NodeKind.Project, "P", 0), Node(2, NodeKind.Level, "P:10", 1),
        Node(3, NodeKind.Container, "P/Before", 2), Node(First, NodeKind.Package, "P/first", 3),
        Node(Loop, NodeKind.Container, "P/Per", 2) with { Loop = new LoopShape() },
        Node(Load, NodeKind.Package, "P/load", Loop),
        Node(Handler, NodeKind.Package, "P/handler", Loop) with
        {
            Constraints = [new PrecedenceConstraint(Load, Outcome.Failure)],
        },
        Node(Sum, NodeKind.Package, "P/sum", Loop) with
        {
            Constraints = [new PrecedenceConstraint(Months, Outcome.Success)],
            Reads = [Month],
        },
        Node(Months, NodeKind.Container, "P/Months", Loop) with { Loop = new LoopShape() },
        Node(Month, NodeKind.Package, "P/month", Months),
    ];

    [Test]
    public void Who_handles_a_failure_is_asked_again_in_the_turn_in_which_that_runs_again()
    {
        var whole = Whole([Load, Handler], ["P/load[DE]"], "P/handler[DE]", "P/load[FR]", "P/handler[FR]");

        Assert.That(whole, Is.EquivalentTo(new[] { "P/load[FR]", "P/handler[FR]" }));
    }

    [Test]
    public void Who_reads_all_turns_of_an_inner_loop_runs_again_in_the_outer_turn_in_which_one_of_them_does()
    {
        var whole = Whole([Sum, Month], ["P/month[DE,2]"],
            "P/month[DE,1]", "P/sum[DE]", "P/month[FR,1]", "P/month[FR,2]", "P/sum[FR]");

        Assert.That(whole, Is.EquivalentTo(
            new[] { "P/month[DE,1]", "P/month[FR,1]", "P/month[FR,2]", "P/sum[FR]" }));
    }

    [Test]
    public void Where_the_first_value_of_a_condition_is_set_anew_its_turns_are_made_anew()
    {
        _nodes[Loop] = _nodes[Loop] with { ReadsValues = [new ValueRead(0, [First])] };

        Assert.That(Whole([First, Load], [], "P/load[1]"), Is.Empty);
        Assert.That(Whole([Load], [], "P/load[1]"), Is.EqualTo(new[] { "P/load[1]" }));
    }

    [Test]
    public void Where_the_rows_are_said_anew_a_turn_is_done_that_is_given_the_same()
    {
        _nodes[Loop] = _nodes[Loop] with
        {
            Loop = new LoopShape { Rows = 0 },
            ReadsValues = [new ValueRead(0, [First])],
            Reads = [First],
        };

        Assert.That(Whole([First, Load], [], "P/load[DE]"), Is.EqualTo(new[] { "P/load[DE]" }));
    }

    [Test]
    public void What_adds_rows_that_are_there_stays_done()
    {
        var done = new TurnsDone(Plan(), new HashSet<int> { Load, Handler }, template => template.Index == Handler);
        done.Take("P/handler[DE]", _nodes[Handler], () => new PastTurn("done in run 1", []));

        Assert.That(done.Whole().Keys, Is.EqualTo(new[] { "P/handler[DE]" }));
    }

    [Test]
    public void What_reads_another_loop_runs_again_in_all_turns_where_one_of_that_does()
    {
        _nodes =
        [
            .. _nodes, Node(11, NodeKind.Container, "P/Other", 2) with { Loop = new LoopShape() },
            Node(12, NodeKind.Package, "P/report", 11) with { Reads = [Load] },
        ];

        Assert.That(Whole([Load, 12], ["P/load[FR]"], "P/load[DE]", "P/report[1]", "P/report[2]"),
            Is.EqualTo(new[] { "P/load[DE]" }));
        Assert.That(Whole([Load, 12], [], "P/load[DE]", "P/report[1]"),
            Is.EqualTo(new[] { "P/load[DE]", "P/report[1]" }));
    }

    [Test]
    public void Names_with_brackets_have_the_same_keys_as_others()
    {
        _nodes[Load] = _nodes[Load] with { Name = "P/load]]" };
        _nodes[Handler] = _nodes[Handler] with { Name = "P/handler]]" };
        var done = new TurnsDone(Plan(), new HashSet<int> { Load, Handler }, _ => false);
        foreach (var keys in new[] { "DE", "FR" })
        {
            var past = keys == "FR" ? new PastTurn("done in run 1", []) : null;
            done.Take(LoopTemplates.NameIn("P/load]]", keys), _nodes[Load], () => past);
            done.Take(LoopTemplates.NameIn("P/handler]]", keys), _nodes[Handler],
                () => new PastTurn("done in run 1", []));
        }

        Assert.That(done.Whole().Keys, Is.EquivalentTo(new[] { "P/load],FR]", "P/handler],FR]" }));
    }

    private IEnumerable<string> Whole(int[] toRun, string[] notDone, params string[] done)
    {
        var turns = new TurnsDone(Plan(), toRun.ToHashSet(), _ => false);
        foreach (var name in notDone.Concat(done))
        {
            var template = _nodes.Single(node => node.Kind == NodeKind.Package && node.Name == name.Split('[')[0]);
            turns.Take(name, template, () => notDone.Contains(name) ? null : new PastTurn("done in run 1", []));
        }

        return turns.Whole().Keys;
    }

    private Plan Plan() => new()
    {
        Solution = "Shop",
        Batch = "Nightly",
        Environment = "default",
        Hash = "",
        Nodes = _nodes,
    };

    private static PlanNode Node(int index, NodeKind kind, string name, int parent) =>
        new() { Index = index, Kind = kind, Name = name, Parent = parent };
}
