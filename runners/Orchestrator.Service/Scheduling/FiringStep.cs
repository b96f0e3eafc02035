using Orchestrator.Core;

namespace Orchestrator.Service.Scheduling;

/// <summary>What is to be done for a firing: nothing now, a process for its run, or to call it ended.</summary>
internal enum FiringAction { Wait, Start, End }

/// <summary>What is to be done for a firing.</summary>
/// <param name="Action">What.</param>
/// <param name="Outcome">How it ended: the verdict of its run; null = it has not ended, or no run came to be.</param>
/// <param name="Why">For people; empty where the outcome says it all.</param>
internal sealed record FiringStep(FiringAction Action, RunVerdict? Outcome = null, string Why = "");
