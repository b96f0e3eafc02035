using Orchestrator.Cli.Output;
using Orchestrator.Core;

namespace Orchestrator.Cli.Status;

/// <summary>The loops of a run with their turns, the worst first.</summary>
internal static class TurnsScreen
{
    public static IReadOnlyList<LoopState> Loops(RunAtMoment at) => LoopState.Of(
        at.Nodes.Select(node => (node.Node, node.Parent, node.Kind, node.Name, node.State)));

    /// <summary>A line for each loop.</summary>
    public static IEnumerable<Line> Short(RunAtMoment at)
    {
        var loops = Loops(at);
        foreach (var loop in loops.Take(LoopState.ListedMax))
        {
            yield return LoopLine.Of(loop);
        }

        if (loops.Count > LoopState.ListedMax)
        {
            yield return $"  and {Words.Count(loops.Count - LoopState.ListedMax, "more loop")} (all with --turns)";
        }
    }

    /// <summary>Each loop with all of its turns.</summary>
    public static IEnumerable<Line> All(RunAtMoment at)
    {
        var loops = Loops(at);
        if (loops.Count == 0)
        {
            yield return "no loop of it has a turn";
        }

        foreach (var loop in loops)
        {
            yield return LoopLine.Of(loop);
            foreach (var turn in loop.Turns)
            {
                yield return new Line($"    {turn.Name}  ").Add(Words.Of(turn.State), Colour(turn))
                    .Add(turn.IsDone ? "" : $"  {StatusScreen.Reason(at, at.Nodes[turn.Index])}", Ink.Dim);
            }
        }
    }

    /// <summary>The same for machines.</summary>
    public static IEnumerable<object>? Document(RunAtMoment at)
    {
        var loops = Loops(at);
        return loops.Count == 0 ? null : loops.Select(loop => new
        {
            loop = loop.Name,
            turns = loop.Turns.Select(turn => new { name = turn.Name, state = turn.State }),
        });
    }

    private static Ink Colour(TurnState turn) => turn.IsDone ? Ink.Good : turn.IsFailed ? Ink.Bad : Ink.Warn;
}
