using Orchestrator.Core;
using Orchestrator.Ledger.Serving;

namespace Orchestrator.Ledger;

/// <summary>What is recorded when a run begins.</summary>
public sealed record RunBeginning
{
    /// <summary>The plan; its nodes become the nodes of the run.</summary>
    public required Plan Plan { get; init; }

    /// <summary>Canonical JSON of the plan; stored once per hash. Holds no secret.</summary>
    public required string PlanJson { get; init; }

    /// <summary>The gate in slots, as computed.</summary>
    public required int GateSlots { get; init; }

    /// <summary>Processors of the machine.</summary>
    public required int Processors { get; init; }

    /// <summary>Start of the run; times in commands count from here.</summary>
    public required DateTimeOffset Started { get; init; }

    /// <summary>The process that runs it.</summary>
    public required RunOrigin Origin { get; init; }

    /// <summary>Commit of the metadata in git; empty = unknown.</summary>
    public string GitCommit { get; init; } = "";

    /// <summary>Number of the run that this one continues; null = none.</summary>
    public long? Continues { get; init; }

    /// <summary>
    /// Indices of the packages that this run leaves as they are, and why. They are Done from its beginning: a run that
    /// dies before its first turn would else seem to have been meant for them as well.
    /// </summary>
    public IReadOnlyDictionary<int, string> Done { get; init; } = new Dictionary<int, string>();

    /// <summary>Where each connection of the plan leads.</summary>
    public IReadOnlyList<RunConnection> Connections { get; init; } = [];

    /// <summary>The text that the plan was compiled from; stored once for each set of files. Holds no secret.</summary>
    public IReadOnlyList<PlanFile> Files { get; init; } = [];

    /// <summary>Version of the program.</summary>
    public string Version { get; init; } = "";

    /// <summary>Options that are not the default, and where each came from. Holds no secret.</summary>
    public IReadOnlyList<RunOption> Options { get; init; } = [];

    /// <summary>
    /// The firing that it belongs to: it begins only while that is held so, and becomes its run in the same commit.
    /// Null = somebody began it.
    /// </summary>
    public FiringFence? Firing { get; init; }
}

/// <summary>An option of a run: its name, value and where the value came from (flag, environment, YAML).</summary>
public sealed record RunOption(string Name, string Value, string From)
{
    /// <summary>The name of the option that says which packages are meant, with blanks between several.</summary>
    public const string Select = "select";

    /// <summary>The name of the option that loads packages with a watermark anew.</summary>
    public const string FullRefresh = "full-refresh";

    /// <summary>What its packages may do beyond reading and writing data.</summary>
    public const string Allow = "allow";

    /// <summary>The name under which a run that loads what a package has rejected keeps the package.</summary>
    public const string Replay = "replay";

    /// <summary>The name under which a run keeps the firing that it belongs to, with its token.</summary>
    public const string Firing = "firing";
}

/// <summary>The process that runs something: host, user, process id and the boot it lives in ("" = unknown).</summary>
public sealed record RunOrigin(string Host, string User, int ProcessId, string BootId)
{
    private const string LinuxBootId = "/proc/sys/kernel/random/boot_id";
    private const string HostOfTests = "ORCHESTRATOR_TEST_HOST";

    public static RunOrigin OfThisProcess() => new(
        Environment.GetEnvironmentVariable(HostOfTests) is { Length: > 0 } host ? host : Environment.MachineName,
        Environment.UserName, Environment.ProcessId,
        File.Exists(LinuxBootId) ? File.ReadAllText(LinuxBootId).Trim() : "");
}
