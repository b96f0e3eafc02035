using Orchestrator.Ledger;
using Orchestrator.Runner.Durability;

namespace Orchestrator.Runner.Retry;

/// <summary>What was found and done before a run goes on from another one.</summary>
/// <param name="Continuation">How it goes on.</param>
/// <param name="Dead">Runs that were found to have ended unexpectedly.</param>
/// <param name="Scopes">What became of the databases that earlier runs had left relaxed.</param>
/// <param name="Noted">What the log is to say of what they left on servers.</param>
/// <param name="Warnings">What of that could not be seen to.</param>
/// <param name="Began">When the first of the runs began that it continues.</param>
/// <param name="Connections">Where each connection leads; where nothing goes through it now, where it led then.</param>
internal sealed record ContinuedRun(
    Continuation Continuation, IReadOnlyList<RunRecord> Dead, IReadOnlyList<DeadScope> Scopes,
    IReadOnlyList<string> Noted, IReadOnlyList<string> Warnings, DateTimeOffset Began,
    IReadOnlyList<RunConnection> Connections)
{
    /// <summary>The request, cut down to what is to run.</summary>
    public RunRequest Of(RunRequest request) => request with { Selected = Continuation.ToRun };
}
