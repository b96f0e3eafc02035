namespace Orchestrator.Core.Machine;

/// <summary>A group ends as the weightiest of its children did.</summary>
internal static class StateWeights
{
    public static int Of(NodeState state) => state switch
    {
        NodeState.Disabled => 0,
        NodeState.Done => 1,
        NodeState.Succeeded => 2,
        NodeState.SkippedByOperator => 3,
        NodeState.Blocked => 4,
        NodeState.Cancelled => 5,
        _ => 6,
    };
}
