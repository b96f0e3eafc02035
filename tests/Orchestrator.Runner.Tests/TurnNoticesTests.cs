using Orchestrator.Cli.Run.Progress;
using Orchestrator.Core;
using Orchestrator.Core.RunValues;

namespace Orchestrator.Runner.Tests;

/// <summary>What is told of loops in the turns of another one, of which there can be thousands.</summary>
internal sealed class TurnNoticesTests
{
    private const int Turns = 30;

    private static readonly PlanNode[] Nodes =
    [
        Node(0, -1, NodeKind.Batch, "Nightly"), Node(1, 0, NodeKind.Project, "P"), Node(2, 1, NodeKind.Level, "P:10"),
        Node(3, 2, NodeKind.Container, "P/Per") with { Loop = new LoopShape() },
        Node(4, 3, NodeKind.Container, "P/In") with { Loop = new LoopShape() },
        Node(5, 4, NodeKind.Package, "P/x"),
        Node(6, 2, NodeKind.Container, "P/Plain"), Node(7, 6, NodeKind.Package, "P/y"),
    ];

    [Test]
    public void They_are_one_line_when_the_loop_around_them_has_ended()
    {
        var notices = Begun();
        var before = Enumerable.Range(0, Turns).SelectMany(InTurn).SelectMany(node => notices.Of(Ended(node))).ToList();
        var told = notices.Of(Ended(Nodes[3])).Select(line => $"{line}".Trim());

        Assert.That(before, Is.Empty);
        Assert.That(told, Is.EqualTo(new[]
        {
            "1.0s turns  P/In: 30 turns ended", "1.0s turns  P/Per: 30 turns ended",
        }));
        Assert.That(notices.Of(Ended(Nodes[6])), Is.Empty);
    }

    [Test]
    public void Of_those_that_fail_by_themselves_the_first_ones_are_told()
    {
        var notices = Begun();
        var shown = Enumerable.Range(0, Turns).Count(turn => notices.Shows(InTurn(turn)[2]));

        Assert.That(shown, Is.EqualTo(20));
        Assert.That(notices.Rest().Select(line => $"{line}"),
            Is.EqualTo(new[] { "and 10 more failures in turns of P/Per: `status 1 --turns`" }));
        Assert.That(Enumerable.Range(0, Turns).All(_ => notices.Shows(Nodes[3]) && notices.Shows(Nodes[7])), Is.True);
    }

    /// <summary>What ends in a turn: who finds out the inner ones, an inner one, their loop, and itself.</summary>
    private static PlanNode[] InTurn(int turn)
    {
        var outer = new GivenTurn(3, "Per", turn + 1, $"{turn}", [], []);
        var index = Nodes.Length + (4 * turn);
        return
        [
            Node(index + 1, index, NodeKind.Container, $"P/In#turns[{turn}]") with { Turns = [outer] },
            Node(index + 3, index + 2, NodeKind.Container, $"P/In[{turn},1]") with
            {
                Turns = [outer, new GivenTurn(index + 2, "In", 1, "1", [], [])],
            },
            Node(index + 2, index, NodeKind.Container, $"P/In[{turn}]") with
            {
                Turns = [outer],
                Loop = new LoopShape(),
            },
            Node(index, 3, NodeKind.Container, $"P/Per[{turn}]") with { Turns = [outer] },
        ];
    }

    private static NodeChanged Ended(PlanNode node) =>
        new(TimeSpan.FromSeconds(1), node, NodeState.Running, NodeState.Succeeded, 0, "");

    private static TurnNotices Begun()
    {
        var notices = new TurnNotices();
        var plan = new Plan
        {
            Solution = "Shop",
            Batch = "Nightly",
            Environment = "default",
            Hash = "",
            Nodes = Nodes,
        };
        notices.Begin(new RunBegan(TimeSpan.Zero, new RunHeader
        {
            Run = 1,
            Id = Guid.CreateVersion7(),
            Batch = "Nightly",
            Environment = "default",
            StartedAt = new DateTimeOffset(2026, 1, 31, 2, 0, 0, TimeSpan.Zero),
            Gate = 4,
            GateWhy = "",
            Processors = 2,
            PlanHash = "",
            Packages = 1,
            Folder = "",
        }, new RunView(plan, null, () => { }, () => TimeSpan.Zero)));
        return notices;
    }

    private static PlanNode Node(int index, int parent, NodeKind kind, string name) =>
        new() { Index = index, Kind = kind, Name = name, Parent = parent };
}
