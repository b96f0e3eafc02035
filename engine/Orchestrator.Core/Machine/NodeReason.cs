namespace Orchestrator.Core.Machine;

/// <summary>Why a node that has not ended is not further: the reason, the thing waited for, and since when.</summary>
/// <param name="Reason">The one reason.</param>
/// <param name="Object">Name of the node, the cap's owner, or what the package itself named; may be empty.</param>
/// <param name="Since">Time since the run began.</param>
public readonly record struct NodeReason(WaitReason Reason, string Object, TimeSpan Since);
