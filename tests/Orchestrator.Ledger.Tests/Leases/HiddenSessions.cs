namespace Orchestrator.Ledger.Tests.Leases;

/// <summary>A ledger on a server that has the batch locked and shows nobody whose session holds it.</summary>
internal sealed class HiddenSessions(LedgerLocation ledger) : ILedgerPlatform
{
    public ILedgerDatabase OpenForWriting(LedgerLocation location, TimeProvider time, LedgerWait wait) =>
        ledger.OpenForWriting(time, wait);

    public ILedgerDatabase? OpenForReading(LedgerLocation location, TimeProvider time) => ledger.OpenForReading(time);

    public long VersionOf(LedgerLocation location, TimeProvider time) => LedgerSql.Version;

    /// <summary>How often somebody asked for the lock.</summary>
    public int Asked { get; private set; }

    public RunLock? TryLock(LedgerLocation location, string batch, string environment)
    {
        Asked++;
        return null;
    }

    public bool IsLocked(LedgerLocation location, string batch, string environment) => true;

    public long EndSessions(LedgerLocation location, string session) => -1;

    public string? Explain(Exception error) => ledger.Platform.Explain(error);
}
