namespace Orchestrator.Ledger;

/// <summary>
/// How a run that is about to begin waits for a ledger that another process has locked; later writes wait without.
/// </summary>
public sealed record LedgerPatience
{
    /// <summary>Told after a second of waiting, on any thread.</summary>
    public Action? Told { get; init; }

    /// <summary>Ends the wait: nothing begins.</summary>
    public CancellationToken Cancellation { get; init; }
}
