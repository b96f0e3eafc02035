using Orchestrator.Core;
using Orchestrator.Core.Durability;
using Orchestrator.Core.Machine;
using Orchestrator.Core.RunValues;

namespace Orchestrator.Runner.Retry;

/// <summary>What a chain of runs has made of a package or hook.</summary>
/// <param name="State">What came of it.</param>
/// <param name="Node">The state that it ended in.</param>
/// <param name="Run">The run that it came of.</param>
/// <param name="PlanHash">The plan of that run.</param>
internal sealed record EarlierPackage(PastState State, NodeState Node, long Run, string PlanHash)
{
    /// <summary>Number of its attempt over all runs; null = it had none.</summary>
    public long? Attempt { get; init; }

    /// <summary>What else is known of it.</summary>
    public AttemptFacts Facts { get; init; } = AttemptFacts.None;

    /// <summary>What is recorded of it where it need not run.</summary>
    public string Why => State switch
    {
        PastState.OutOfScope => $"{RunMachineOptions.NotSelected} in run {Run}",
        PastState.Settled when Node == NodeState.NotNeeded => $"not needed in run {Run}",
        _ => $"done in run {Run}",
    };
}
