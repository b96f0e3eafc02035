using Orchestrator.Core;

namespace Orchestrator.Ledger;

/// <summary>How the attempt before another one of the same package ended, in whatever run that was.</summary>
/// <param name="Attempt">Its number.</param>
/// <param name="State">Its state; Running where its run is at work, or died and no run has found it yet.</param>
/// <param name="Error">The class of its failure; null = none is recorded.</param>
public sealed record EarlierAttemptRecord(long Run, long Attempt, NodeState State, ErrorClass? Error);
