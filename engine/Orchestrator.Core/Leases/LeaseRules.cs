namespace Orchestrator.Core.Leases;

/// <summary>What the holder of a lease owes to those who may take over once it is over.</summary>
public enum LeaseDuty { GoOn, StopPackages, EndProcess }

/// <summary>What is known of the process that a lease names.</summary>
public enum HolderProcess { Unknown, There, Gone, Own }

/// <summary>What becomes of who wants to run a batch.</summary>
public enum LeaseVerdict
{
    /// <summary>Nobody is at work.</summary>
    Free,

    /// <summary>Somebody has the lock, and is not who the lease names: a run that is about to begin.</summary>
    NotSaid,

    /// <summary>The holder is alive, as far as anybody may say.</summary>
    Held,

    /// <summary>The lease is over: first the process of its holder is ended.</summary>
    EndProcess,

    /// <summary>The lease is over: first the sessions of its holder in the ledger are ended.</summary>
    EndSessions,

    /// <summary>The lease is over, and nothing of its holder can be ended from here.</summary>
    OutOfReach,
}

/// <summary>A lease as somebody finds it.</summary>
/// <param name="IsOver">Whether it lasts no more, by the ledger's clock.</param>
/// <param name="Process">Its holder; unknown on another machine.</param>
public readonly record struct LeaseFound(bool IsOver, HolderProcess Process);

/// <summary>Who may run a batch, and until when: decisions only, so that a test can own the clock.</summary>
public static class LeaseRules
{
    /// <summary>What its holder has to do so long after it asked for the last renewal that came through.</summary>
    public static LeaseDuty Due(LeaseTerms terms, TimeSpan sinceRenewal) =>
        sinceRenewal >= terms.EndAfter ? LeaseDuty.EndProcess
        : sinceRenewal >= terms.StopAfter ? LeaseDuty.StopPackages
        : LeaseDuty.GoOn;

    /// <summary>Whether its holder may still commit anything: nobody else can have it yet.</summary>
    /// <param name="terms">The lease.</param>
    /// <param name="sinceRenewal">Since the last renewal was asked for.</param>
    public static bool IsHeld(LeaseTerms terms, TimeSpan sinceRenewal) =>
        Due(terms, sinceRenewal) != LeaseDuty.EndProcess;

    /// <summary>Whether it may be renewed: a loop that is stuck must not keep others away for ever.</summary>
    /// <param name="terms">The lease.</param>
    /// <param name="sinceRenewal">Since the last renewal.</param>
    /// <param name="sinceTurn">Since the loop has turned; null = the run is at something else, in its own time.</param>
    public static bool MayRenew(LeaseTerms terms, TimeSpan sinceRenewal, TimeSpan? sinceTurn) =>
        IsHeld(terms, sinceRenewal) && !(sinceTurn > terms.TurnWithin);

    /// <summary>What becomes of who wants the batch.</summary>
    /// <param name="lease">The lease; null = there is none.</param>
    /// <param name="isLockFree">Whether nobody holds the lock of the batch.</param>
    /// <param name="hasSessions">Whether the ledger is on a server, where a lock can be lost by who lives.</param>
    public static LeaseVerdict Take(LeaseFound? lease, bool isLockFree, bool hasSessions) => lease switch
    {
        null => isLockFree ? LeaseVerdict.Free : LeaseVerdict.NotSaid,
        // The lock of a file is the process's own: it is free once that is dead, and held by whoever came since.
        _ when isLockFree && !hasSessions => LeaseVerdict.Free,
        { Process: HolderProcess.Gone } => hasSessions ? LeaseVerdict.EndSessions : LeaseVerdict.NotSaid,
        { IsOver: false } => LeaseVerdict.Held,
        { Process: HolderProcess.There } => LeaseVerdict.EndProcess,
        { Process: HolderProcess.Own } => isLockFree ? LeaseVerdict.Free : LeaseVerdict.NotSaid,
        _ => hasSessions ? LeaseVerdict.EndSessions : LeaseVerdict.OutOfReach,
    };
}
