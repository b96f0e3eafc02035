using Orchestrator.Core;

namespace Orchestrator.Packages;

/// <summary>How the attempt of a package ended that came before this one, in whatever run that was.</summary>
/// <param name="Attempt">Its number in the ledger.</param>
/// <param name="State">Its state; Running where its run is at work, or died and no run has found it yet.</param>
/// <param name="Error">The class of its failure; null = none.</param>
public sealed record EarlierAttempt(long Run, long Attempt, NodeState State, ErrorClass? Error)
{
    /// <summary>Whether it never said how it ended: its process died, or did not wait for it, or it is at work.
    /// </summary>
    public bool IsSilent =>
        State is NodeState.Running or NodeState.Cancelling or NodeState.EndedUnexpectedly or NodeState.Abandoned;

    /// <summary>Whether nobody knows if its last step was taken, as a commit.</summary>
    public bool IsUnheard => IsSilent || Error == ErrorClass.OutcomeUnknown;

    /// <summary>Whether it may have been ended in the middle of what nobody takes back.</summary>
    public bool MayBeHalf => IsUnheard || State == NodeState.Cancelled || Error == ErrorClass.TimedOut;
}
