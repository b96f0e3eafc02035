namespace Orchestrator.Runner;

/// <summary>The shell around the run machine: runs a plan from its lock to its artifacts.</summary>
public static class RunHost
{
    /// <summary>
    /// Runs the plan on the calling thread, which becomes the run's owner loop, and returns when all packages have
    /// ended (or were abandoned) and the artifacts are complete. Failures at work are in the summary.
    /// </summary>
    public static RunOutcome Run(RunRequest request) =>
        throw new InvalidOperationException($"Run {request.Plan.Batch} comes with the ledger.");
}
