using Orchestrator.Core;

namespace Orchestrator.Cli.Output;

/// <summary>How many turns of a loop are done, in one line.</summary>
internal static class LoopLine
{
    public static Line Of(LoopState loop) => new Line($"  {loop.Name}: ").Add(
        loop.Counts, IsBad(loop) ? Ink.Bad : Ink.Plain);

    private static bool IsBad(LoopState loop) =>
        loop.State == NodeState.Failed || loop.Turns.Any(turn => turn.IsFailed);
}
