namespace Orchestrator.Runner.Doctor;

/// <summary>The codes of what `doctor` finds; each has a paragraph in the guide.</summary>
public static class DoctorCodes
{
    /// <summary>The ledger cannot be read.</summary>
    public const string LedgerUnreadable = "ORC4160";

    /// <summary>The ledger's file is damaged.</summary>
    public const string LedgerDamaged = "ORC4161";

    /// <summary>The ledger's schema is older than this program's.</summary>
    public const string LedgerOlder = "ORC4162";

    /// <summary>A run died and is not recorded as ended.</summary>
    public const string RunDied = "ORC4163";

    /// <summary>A lease was not given back, or its holder gives no sign of life.</summary>
    public const string LeaseLeft = "ORC4164";

    /// <summary>A run at work has not answered what somebody asked of it.</summary>
    public const string RequestOpen = "ORC4165";

    /// <summary>The durability of a database was not put back.</summary>
    public const string DurabilityOpen = "ORC4166";

    /// <summary>A database could not be looked at.</summary>
    public const string NotLookedAt = "ORC4167";

    /// <summary>The clock of a server differs from that of this machine.</summary>
    public const string ClocksDiffer = "ORC4168";

    /// <summary>A disk has little room left.</summary>
    public const string LittleRoom = "ORC4169";

    /// <summary>A load table was left.</summary>
    public const string LoadTableLeft = "ORC4170";

    /// <summary>An error table belongs to no object.</summary>
    public const string ErrorTableLeft = "ORC4171";

    /// <summary>Markers stand for tables that are gone, or for attempts that have ended.</summary>
    public const string MarkersLeft = "ORC4172";

    /// <summary>The targets know of runs that the ledger does not.</summary>
    public const string LedgerBehind = "ORC4173";

    /// <summary>Folders of runs and the ledger do not agree.</summary>
    public const string ArtifactsDiffer = "ORC4174";

    /// <summary>The SQLite library is one with a known fault.</summary>
    public const string LibraryOld = "ORC4175";

    /// <summary>Files that were loaded wait to be moved.</summary>
    public const string FilesWait = "ORC4176";

    /// <summary>The metadata has mistakes, so that less could be looked at.</summary>
    public const string MetadataBroken = "ORC4177";

    /// <summary>The ledger knows of later loads than the targets.</summary>
    public const string TargetBehind = "ORC4178";
}
