using Orchestrator.Cli.Output;
using Orchestrator.Core;
using Orchestrator.Ledger;

namespace Orchestrator.Cli.Status;

/// <summary>The loops of a run with their turns, the worst first.</summary>
internal static class TurnsScreen
{
    public static IReadOnlyList<LoopState> Loops(RunAtMoment at) => RecordedLoops.Of(at.Nodes);

    /// <summary>A line for each loop, and where its turns are.</summary>
    public static IEnumerable<Line> Short(RunAtMoment at)
    {
        var loops = Loops(at);
        foreach (var loop in loops.Take(LoopState.ListedMax))
        {
            // Who is led to the turns where all of them are done learns nothing there.
            yield return loop.Turns.Any(turn => !turn.IsDone)
                ? LoopLine.Of(loop).Add($" (each with `status {at.Run.Number} --turns`)", Ink.Dim) : LoopLine.Of(loop);
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
            yield return "it has no loop";
        }

        foreach (var loop in loops)
        {
            yield return LoopLine.Of(loop);
            foreach (var turn in loop.Turns)
            {
                yield return new Line($"    {turn.Name}  ").Add(turn.Word, Colour(turn))
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
            state = loop.State,
            states = loop.States.ToDictionary(state => state.Word, state => state.Count),
            turns = loop.Turns.Select(turn => new { name = turn.Name, state = turn.State }),
        });
    }

    private static Ink Colour(TurnState turn) => turn switch
    {
        { IsNotSelected: true } => Ink.Dim,
        { IsDone: true } => Ink.Good,
        { IsFailed: true } => Ink.Bad,
        _ => Ink.Warn,
    };
}
