using Orchestrator.Core.Leases;

namespace Orchestrator.Ledger;

/// <summary>
/// How a run that is about to begin waits for a ledger that another process has locked, and a run at work for a server
/// that it has lost.
/// </summary>
public sealed record LedgerPatience
{
    /// <summary>Told after a second of waiting for a file that another process has locked, on any thread.</summary>
    public Action<LedgerHold>? Told { get; init; }

    /// <summary>Ends the wait: nothing begins.</summary>
    public CancellationToken Cancellation { get; init; }

    /// <summary>The lock that the caller has, for a ledger that is migrated first; null = none.</summary>
    public RunLock? Held { get; init; }

    /// <summary>
    /// Told when an older ledger is about to be migrated: its version, and the file of the copy made of it.
    /// </summary>
    public Action<long, string>? Migrated { get; init; }

    /// <summary>How long the right to run lasts unless it is renewed. Default: 30 s.</summary>
    public LeaseTerms Lease { get; init; } = LeaseTerms.Default;

    /// <summary>
    /// How long a server that was lost while the run is at work is asked again: less than it needs to miss us and give
    /// the lock of the run to others. Default: 15 s.
    /// </summary>
    public TimeSpan Lost { get; init; } = TimeSpan.FromSeconds(15);
}
