namespace Orchestrator.Packages;

/// <summary>Codes of packages that others ask for.</summary>
public static class PackageCodes
{
    /// <summary>Nobody knows what the attempt before has done, so that the package was not run again.</summary>
    public const string UnknownOutcome = "ORC3445";

    /// <summary>Nobody knows what of its source the rows are that were taken over, so that nothing was added to them.
    /// </summary>
    public const string UnknownStart = "ORC3459";
}
