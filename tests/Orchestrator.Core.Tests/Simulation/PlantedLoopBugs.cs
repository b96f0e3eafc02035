using Orchestrator.Core.Machine;
using Orchestrator.Core.RunValues;

namespace Orchestrator.Core.Tests.Simulation;

/// <summary>One bug for each rule of loops, their turns, and what a retry makes of them.</summary>
internal static class PlantedLoopBugs
{
    public static PlantedBug[] All { get; } =
    [
        new("a loop expanded twice", "each row has exactly one turn")
        {
            Loops = true,
            Command = command => command is RecordExpansion ? [command, command] : [command],
        },
        new("the last turn not counted", "each row has exactly one turn")
        {
            Loops = true,
            Command = command => command is RecordExpansion { Turns.Count: > 1 } all
                ? [all with { Turns = [.. all.Turns.SkipLast(1)] }] : [command],
        },
        new("a loop that ends before it had its turns", "a loop ends with all of its turns")
        {
            Loops = true,
            Node = node => node.Loop is { Known.Rows.Count: > 0, FailsOnNone: false } loop
                ? node with { Loop = loop with { Known = Without(loop.Known!) } } : node,
        },
        new("a turn more than the condition has", "another turn only while the condition is true")
        {
            Loops = true,
            Node = node => node.Loop is { While: not null } loop
                ? node with { Loop = loop with { AtMost = loop.AtMost + 1 } } : node,
        },
        new("a loop that forgets its condition behind the first turn", "a loop goes on while its condition is true")
        {
            Loops = true,
            Inside = (board, _) => board.Groups.ForEach(group => board.Nodes[group].TurnsMade = 0),
        },
        new("the row of the neighbour given", "a turn is given its own row")
        {
            Loops = true,
            Command = command => command is RecordExpansion { Turns.Count: > 1 } all
                ? [all with { Turns = [.. all.Turns.Select((turn, place) => turn with
                    {
                        Given = turn.Given with { Values = all.Turns[(place + 1) % all.Turns.Count].Given.Values },
                    })] }]
                : [command],
        },
        new("a turn that reads what its neighbour set", "what the template names of itself is the same turn")
        {
            Loops = true,
            Command = command => command is RecordExpansion { Turns.Count: > 1 } all
                ? [all with { Turns = [.. all.Turns.Select(turn => turn with
                    {
                        Nodes = [.. turn.Nodes.Select(one => one with
                        {
                            Node = one.Node with
                            {
                                Reads = [.. one.Node.Reads.Select(read => read - turn.Nodes.Count)],
                            },
                        })],
                    })] }]
                : [command],
        },
        new("a package of the template left out of the turns", "a turn has all of its template, and nothing else")
        {
            Loops = true,
            Command = command => command is RecordExpansion all
                ? [all with { Turns = [.. all.Turns.Select(turn =>
                    turn with { Nodes = [.. turn.Nodes.SkipLast(1)] })] }]
                : [command],
        },
        new("turns not recorded", "what comes in a loop is recorded before anything happens to it")
        {
            Loops = true,
            Command = command => command is RecordExpansion ? [] : [command],
        },
        new("a template run", "a template never runs")
        {
            Loops = true,
            Command = command => command is RecordTransition { Why: "its turns have ended" } end
                ? [command, new StartPackage(end.Node, 1)] : [command],
        },
        new("turns that follow each other side by side", "constraints, barriers and the line hold before a start")
        {
            Loops = true,
            Node = node => node.Loop is { While: null } loop
                ? node with { Loop = loop with { Turns = ContainerMode.Parallel } } : node,
        },
        new("a template that forgets a turn", "a template ends as the weightiest of its turns")
        {
            Loops = true,
            Command = command => command is RecordTransition { Why: "its turns have ended" } end
                ? [end with { To = NodeState.Succeeded }] : [command],
        },
        new("a retry that repeats turns that are done", "a retry repeats nothing that is done")
        {
            Loops = true,
            Options = options => options with { DoneByName = new Dictionary<string, PastTurn>() },
        },
        new("a retry that knows turns by their place", "a retry repeats no row that is done")
        {
            Loops = true,
            Options = options => options with { TurnsThen = new Dictionary<string, IReadOnlyList<TurnThen>>() },
        },
        new("a run of turns that nobody has selected", "what is disabled or not selected never starts")
        {
            Loops = true,
            Options = options => options with { SelectedTurns = new Dictionary<int, IReadOnlyList<string>>() },
        },
        new("a retry that forgets what was set in turns", "what never started failed by its conditions only")
        {
            Loops = true,
            Options = options => options with
            {
                DoneByName = options.DoneByName.ToDictionary(one => one.Key, one => new PastTurn(
                    one.Value.Why, one.Value.Rows)),
            },
        },
    ];

    private static RunValue Without(RunValue rows)
    {
        Assert.That(RunValue.TryMake(rows.Type, [], out var made, out var problem), Is.True, problem);
        return made!;
    }
}
