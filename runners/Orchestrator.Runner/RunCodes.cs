using Orchestrator.Core.Machine;

namespace Orchestrator.Runner;

/// <summary>The codes of failures of a run itself; each has a paragraph in the guide.</summary>
public static class RunCodes
{
    /// <summary>A package's kind threw an exception: a bug.</summary>
    public const string KindThrew = "ORC4001";

    /// <summary>The plan names a kind that this program lacks: a bug.</summary>
    public const string UnknownKind = "ORC4002";

    /// <summary>A package's kind returned what it must not: a bug.</summary>
    public const string BrokenContract = "ORC4003";

    /// <summary>An attempt did not stop within the grace time and was abandoned.</summary>
    public const string Abandoned = MachineCodes.Abandoned;

    /// <summary>An attempt took longer than its time-out.</summary>
    public const string TimedOut = MachineCodes.TimedOut;

    /// <summary>The run's own machinery failed: a bug.</summary>
    public const string RunFailed = "ORC4006";

    /// <summary>A database whose durability was to be relaxed stays durable.</summary>
    public const string NotRelaxed = "ORC4007";

    /// <summary>An attempt had succeeded, and its commits are not known to be on disk.</summary>
    public const string NotHardened = "ORC4008";

    /// <summary>Somebody else has changed the durability of a database, so that it was left as it is.</summary>
    public const string LeftAlone = "ORC4009";

    /// <summary>The durability of a database could not be put back yet.</summary>
    public const string LeftOpen = "ORC4010";

    /// <summary>The artifacts of a run cannot be written.</summary>
    public const string NoArtifacts = "ORC4011";

    /// <summary>A connection of a run that is to be continued leads elsewhere now.</summary>
    public const string LeadsElsewhere = "ORC4030";

    /// <summary>A retry leaves a package as it is, because it would add rows a second time.</summary>
    public const string AddsTwice = "ORC4031";

    /// <summary>A package reads a value of the run, and nobody of the run sets it.</summary>
    public const string UnsetValue = MachineCodes.UnsetValue;

    /// <summary>A package of the run before is no more in the plan, and nobody else loads its table.</summary>
    public const string GoneFromPlan = "ORC1170";

    /// <summary>A file could not be moved to the archive or to the rejected ones.</summary>
    public const string NotMoved = "ORC3581";
}
