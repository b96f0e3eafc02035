namespace Orchestrator.Ledger;

/// <summary>The codes of what the ledger refuses.</summary>
public static class LedgerCodes
{
    /// <summary>The ledger was written by a newer version.</summary>
    public const string Newer = "ORC4101";

    /// <summary>The file cannot be opened, or is no ledger.</summary>
    public const string CannotOpen = "ORC4102";

    /// <summary>The file lies on a network folder.</summary>
    public const string NetworkFolder = "ORC4103";

    /// <summary>The ledger became unreachable: a write failed.</summary>
    public const string WriteFailed = "ORC4104";

    /// <summary>Another run holds the batch in this environment.</summary>
    public const string HeldByAnotherRun = "ORC4105";

    /// <summary>No run has this number or name.</summary>
    public const string NoSuchRun = "ORC4106";

    /// <summary>File locks are switched off in this process.</summary>
    public const string NoFileLocks = "ORC4107";

    /// <summary>The error of an attempt whose run ended unexpectedly.</summary>
    public const string EndedUnexpectedly = "ORC4108";

    /// <summary>Another process held the ledger's lock for too long.</summary>
    public const string Locked = "ORC4109";

    /// <summary>The run lost the lock of its batch: its session, and another run may have taken it.</summary>
    public const string LockLost = "ORC4120";

    /// <summary>The database must not hold a ledger: it may lose what is committed, or cannot be written.</summary>
    public const string Unsuitable = "ORC4121";

    /// <summary>The ledger on a server is of an older version and has to be migrated first.</summary>
    public const string Older = "ORC4122";

    /// <summary>What was asked for waits until no run is at work.</summary>
    public const string RunsAtWork = "ORC4123";

    /// <summary>The file of a backup cannot be made, or is none.</summary>
    public const string Backup = "ORC4124";

    /// <summary>Another solution keeps its runs of this environment here.</summary>
    public const string OfAnotherSolution = "ORC4125";

    /// <summary>The run could not renew its lease, so that another one may take its batch.</summary>
    public const string LeaseNotRenewed = "ORC4126";

    /// <summary>A command that changes the ledger outside of any run has failed.</summary>
    public const string CannotChange = "ORC4140";

    /// <summary>A run was to begin for a firing that another service has, or that has a run.</summary>
    public const string FiringTakenOver = "ORC5201";
}
