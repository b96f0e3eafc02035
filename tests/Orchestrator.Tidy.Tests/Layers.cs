namespace Orchestrator.Tidy.Tests;

/// <summary>What may know what. Projects are named without the `Orchestrator.` that all begin with.</summary>
internal static class Layers
{
    /// <summary>The projects that compute and nothing else.</summary>
    public static readonly string[] Core = ["Types", "Engine", "Alerts", "Schedules"];

    /// <summary>Each knows one kind of database.</summary>
    public static readonly string[] Drivers = ["Data.PostgreSql", "Data.Sqlite", "Data.SqlServer"];

    /// <summary>The folders outside of `engine/` that know a driver; the files are named with the platforms.</summary>
    public static readonly string[] KnowDrivers =
        ["Packages.Store", "Runner", "Runner.Doctor.Probes", "Runner.Monitoring"];

    /// <summary>What packages are started by, and never know.</summary>
    public const string RunMachine = "Orchestrator.Engine.Machine";

    /// <summary>Namespaces that the core has no business with.</summary>
    public static readonly string[] OutsideSpaces =
        ["System.IO", "System.Net", "System.Data", "System.Threading", "Microsoft.Win32"];

    /// <summary>Types that the core has no business with. `DateTime.Now` and the like are banned everywhere.</summary>
    public static readonly string[] OutsideTypes =
    [
        "System.Console", "System.Environment", "System.TimeProvider", "System.Diagnostics.Process",
        "System.Diagnostics.ProcessStartInfo", "System.Diagnostics.Stopwatch",
    ];

    /// <summary>Each project and all that it refers to, which is all that it uses.</summary>
    public static readonly Dictionary<string, string[]> References = new()
    {
        ["Types"] = [],
        ["Engine"] = [],
        ["Alerts"] = [],
        ["Schedules"] = [],
        ["Dataflow"] = [],
        ["Plugins"] = ["Dataflow"],
        ["Data"] = ["Types"],
        ["Data.Files"] = ["Data", "Types"],
        ["Data.Dataflow"] = ["Data", "Data.Files", "Dataflow", "Types"],
        ["Data.Sqlite"] = ["Data", "Types"],
        ["Data.PostgreSql"] = ["Data", "Types"],
        ["Data.SqlServer"] = ["Data", "Types"],
        ["Ledger"] = ["Data", "Data.PostgreSql", "Data.SqlServer", "Data.Sqlite", "Engine"],
        ["Metadata"] = ["Alerts", "Engine", "Schedules", "Types"],
        ["Packages"] =
        [
            "Data", "Data.Dataflow", "Data.Files", "Data.PostgreSql", "Data.SqlServer", "Data.Sqlite", "Dataflow",
            "Engine", "Metadata", "Plugins", "Types",
        ],
        ["Report"] = ["Data", "Engine", "Ledger"],
        ["Outbound"] = [],
        ["Runner"] =
            ["Data", "Data.Files", "Data.Sqlite", "Engine", "Ledger", "Metadata", "Packages", "Report", "Types"],
        ["Telemetry"] = ["Data", "Engine", "Ledger", "Metadata", "Outbound", "Runner", "Types"],
        ["Service"] =
        [
            "Alerts", "Data", "Engine", "Ledger", "Metadata", "Outbound", "Packages", "Report", "Runner", "Schedules",
        ],
        ["Cli"] =
        [
            "Alerts", "Data", "Data.Files", "Dataflow", "Engine", "Ledger", "Metadata", "Packages", "Plugins",
            "Report", "Runner", "Schedules", "Service", "Telemetry", "Types",
        ],
    };

    /// <summary>Folders that know one that knows them, directly or over others. This list may only shrink.</summary>
    public static readonly FolderLink[] Circles =
    [
        new("Cli", "Demo", "Verbs"),
        new("Cli", "Grammar", "Verbs"),
        new("Cli", "Progress", "Verbs"),
        new("Cli", "Screens", "Verbs"),
        new("Cli", "Serve", "Verbs"),
        new("Data.Dataflow", "Sources", "Transforms"),
        new("Dataflow", "Links", "Spilling"),
        new("Metadata", "Compile", "Keys"),
        new("Metadata", "Compile", "Selection"),
        new("Metadata", "Diagnostics", "Yaml"),
        new("Metadata", "Keys", "Diff"),
        new("Metadata", "Loading", "Building"),
        new("Metadata", "Model", "Keys"),
        new("Metadata", "Model", "Loading"),
        new("Metadata", "Schema", "Keys"),
        new("Metadata", "Schema", "Loading"),
        new("Metadata", "Yaml", "Model"),
        new("Packages", "Load", "Absorb"),
        new("Packages", "Load", "Check"),
        new("Packages", "Load", "Flows"),
        new("Packages", "Load", "Hooks"),
        new("Packages", "Load", "Relaxed"),
        new("Packages", "Load", "Replay"),
        new("Packages", "Relaxed", "Hooks"),
        new("Packages", "Scd", "Load"),
        new("Packages", "Shape", "Check"),
        new("Packages", "Store", "Load"),
        new("Packages", "Store", "Relaxed"),
        new("Runner", "Durability", "Retry"),
        new("Service", "Actions", "Pages"),
        new("Service", "Actions", "Web"),
        new("Service", "Pages", "Web"),
        new("Service", "Reading", "Pages"),
        new("Service", "Scheduling", "Alerts"),
    ];
}
