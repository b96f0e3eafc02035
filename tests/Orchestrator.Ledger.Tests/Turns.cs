using Orchestrator.Core;
using Orchestrator.Core.Machine;

namespace Orchestrator.Ledger.Tests;

/// <summary>Turns of a run's loop, as the run machine would give them.</summary>
internal static class Turns
{
    public static LedgerTurn Of(params RunCommand[] commands) => new() { Commands = commands };

    public static LedgerTurn Running(int node, int attempt = 1, int seconds = 1) =>
        Of(Transition(node, NodeState.Ready, NodeState.Running, attempt, seconds));

    public static LedgerTurn Ended(int node, NodeState state, int attempt = 1, int seconds = 2) =>
        Of(Transition(node, NodeState.Running, state, attempt, seconds));

    public static LedgerTurn Succeeded(int node, TimeSpan working) => Of(
        Transition(node, NodeState.Running, NodeState.Succeeded, 1, 2),
        new RecordTimes(node, 1, TimeSpan.Zero, TimeSpan.Zero, working, new Dictionary<WaitReason, TimeSpan>()));

    public static LedgerTurn End(RunVerdict verdict, int seconds = 9) =>
        Of(new EndRun(TimeSpan.FromSeconds(seconds), verdict));

    public static RecordTransition Transition(
        int node, NodeState from, NodeState to, int attempt, int seconds, string why = "") =>
        new(TimeSpan.FromSeconds(seconds), node, from, to, attempt, why);
}
