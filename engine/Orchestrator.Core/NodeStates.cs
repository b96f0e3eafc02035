namespace Orchestrator.Core;

/// <summary>What states of nodes have in common.</summary>
public static class NodeStates
{
    /// <summary>Whether a node has ended without having done its work, which is what handlers are there for.</summary>
    public static bool IsFailure(this NodeState state) =>
        state is NodeState.Failed or NodeState.Abandoned or NodeState.EndedUnexpectedly;
}
