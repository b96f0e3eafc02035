namespace Orchestrator.Ledger;

/// <summary>The way to ledgers on one platform.</summary>
internal interface ILedgerPlatform
{
    /// <summary>Opens for writing; makes what is missing.</summary>
    /// <exception cref="LedgerException">It cannot be opened, is newer, no ledger, or must not hold one.</exception>
    /// <exception cref="OperationCanceledException">The wait for a lock was ended.</exception>
    ILedgerDatabase OpenForWriting(LedgerLocation location, TimeProvider time, LedgerWait wait);

    /// <summary>Opens for reading; null where there is no ledger yet.</summary>
    /// <exception cref="LedgerException">It cannot be opened, is newer, or is no ledger.</exception>
    ILedgerDatabase? OpenForReading(LedgerLocation location, TimeProvider time);

    /// <summary>The version of a ledger's schema, also of an older one; 0 = there is none.</summary>
    long VersionOf(LedgerLocation location, TimeProvider time);

    /// <summary>The lock of a batch in an environment; null where it is held.</summary>
    /// <exception cref="LedgerException">It cannot be asked for.</exception>
    RunLock? TryLock(LedgerLocation location, string batch, string environment);

    /// <summary>Whether a living run holds the lock.</summary>
    bool IsLocked(LedgerLocation location, string batch, string environment);

    /// <summary>
    /// Ends the sessions of that name, but not those of the caller; how many there were, below 0 = none was seen, and
    /// the server hides those of others from this user.
    /// </summary>
    /// <exception cref="LedgerException">A right is missing, or the server cannot be reached.</exception>
    long EndSessions(LedgerLocation location, string session);

    /// <summary>What a failure of this platform says to people; null where it is none of its own.</summary>
    string? Explain(Exception error);
}
