using Orchestrator.Core.RunValues;

namespace Orchestrator.Core.Machine;

/// <summary>What is known of a node that has ended, for conditions that ask.</summary>
internal sealed class NodeFacts(RunBoard board)
{
    /// <summary>The facts of a node; of a failure nothing where it has not failed.</summary>
    public AttemptFacts Of(int node)
    {
        var run = board.Nodes[node];
        var facts = (run.Package?.Facts ?? AttemptFacts.None) with { State = StateOf(node) };
        return run.State.IsFailure()
            ? facts with { ErrorCode = facts.ErrorCode ?? OwnCode(run), ErrorClass = ClassOf(run) }
            : facts with { ErrorCode = null, ErrorText = null, ErrorClass = null };
    }

    // What the run itself has cut off says no code.
    private static string? OwnCode(NodeRun run) => run.State == NodeState.Abandoned ? MachineCodes.Abandoned
        : run.Package?.Error == ErrorClass.TimedOut ? MachineCodes.TimedOut : null;

    private static ErrorClass? ClassOf(NodeRun run) =>
        run.State == NodeState.Abandoned ? ErrorClass.TimedOut : run.Package?.Error;

    /// <summary>What became of it, whichever run of a chain did it and whether or not it is on disk yet.</summary>
    private NodeState StateOf(int node)
    {
        var state = board.Nodes[node].State;
        if (state == NodeState.Done && board.Nodes[node].Package?.Facts.State is { } then)
        {
            return then == NodeState.Hardened ? NodeState.Succeeded : then;
        }

        var isDone = state == NodeState.Done && !RunMachineOptions.IsNotSelected(board.WhyPreset(node));
        return isDone || state == NodeState.Hardened ? NodeState.Succeeded : state;
    }
}
