namespace Orchestrator.Packages;

/// <summary>Codes of packages that others ask for.</summary>
public static class PackageCodes
{
    /// <summary>Nobody knows what the attempt before has done, so that the package was not run again.</summary>
    public const string UnknownOutcome = "ORC3445";

    /// <summary>Nobody knows what of its source the rows are that were taken over, so that nothing was added to them.
    /// </summary>
    public const string UnknownStart = "ORC3459";

    /// <summary>The target was loaded by an attempt that the ledger does not have: that is an older copy.</summary>
    public const string LedgerIsOlder = "ORC3463";

    /// <summary>The ledger knows of a later load than the target: the database is an older copy.</summary>
    public const string TargetIsOlder = "ORC3464";

    /// <summary>Another run has died behind a load, and nobody has looked yet whether its rows are on disk.</summary>
    public const string UnjudgedRows = "ORC3466";

    /// <summary>Another run has loaded the package while it read what cannot be read again.</summary>
    public const string ReadInVain = "ORC3467";

    /// <summary>The run that would have to be awaited waits for this one, which a program of it has started.</summary>
    public const string AwaitsUs = "ORC3468";
}
