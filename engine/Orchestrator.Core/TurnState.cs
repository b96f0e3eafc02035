using Orchestrator.Core.Machine;

namespace Orchestrator.Core;

/// <summary>A turn of a loop as it stands in a run.</summary>
/// <param name="Name">Its name: `Staging/PerRegion[DE]`.</param>
/// <param name="Index">Its place among the nodes of the run.</param>
/// <param name="State">How far it is.</param>
public sealed record TurnState(string Name, int Index, NodeState State)
{
    /// <summary>Whether nobody has selected any of its packages.</summary>
    public bool IsNotSelected { get; init; }

    /// <summary>Whether all of its packages were done by an earlier run.</summary>
    public bool IsFromBefore { get; init; }

    /// <summary>Whether it needs nobody.</summary>
    public bool IsDone => State is NodeState.Succeeded or NodeState.Hardened or NodeState.Done or NodeState.Disabled
        or NodeState.NotNeeded or NodeState.SkippedByOperator;

    /// <summary>Whether it ended without having done its work.</summary>
    public bool IsFailed => State.IsFailure();

    /// <summary>Its state in words.</summary>
    public string Word => IsNotSelected ? RunMachineOptions.NotSelected : Words.Of(State);

    /// <summary>The worst has the lowest; what is done has the highest.</summary>
    internal int Place => State switch
    {
        _ when IsFailed => 0,
        NodeState.Cancelled => 1,
        NodeState.Blocked => 2,
        NodeState.Cancelling or NodeState.Running => 3,
        NodeState.Held => 4,
        NodeState.Ready or NodeState.Pending => 5,
        NodeState.SkippedByOperator => 6,
        _ => IsNotSelected ? 6 : DonePlace,
    };

    internal const int DonePlace = 7;
}
