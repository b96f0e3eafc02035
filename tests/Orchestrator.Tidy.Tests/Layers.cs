namespace Orchestrator.Tidy.Tests;

/// <summary>What may know what. Projects are named without the `Orchestrator.` that all begin with.</summary>
internal static class Layers
{
    /// <summary>The projects that compute and nothing else.</summary>
    public static readonly string[] Core = ["Core", "Schedules"];

    /// <summary>Each knows one kind of database, by whose name its project and its platform are called.</summary>
    public static readonly string[] Drivers =
        [.. Product.Projects.Where(HasPlatform).Select(project => project.Name)];

    /// <summary>The folders outside of `engine/` that know a driver; the files are named with the platforms.</summary>
    public static readonly string[] KnowDrivers =
        ["Packages.Store", "Runner", "Runner.Doctor.Probes", "Lab.Monitoring"];

    /// <summary>What packages are started by, and never know.</summary>
    public const string RunMachine = "Orchestrator.Core.Machine";

    /// <summary>Namespaces that the core has no business with.</summary>
    public static readonly string[] OutsideSpaces =
        ["System.IO", "System.Net", "System.Data", "System.Threading", "Microsoft.Win32"];

    /// <summary>Types that the core has no business with. `DateTime.Now` and the like are banned everywhere.</summary>
    public static readonly string[] OutsideTypes =
    [
        "System.Console", "System.Environment", "System.TimeProvider", "System.Diagnostics.Process",
        "System.Diagnostics.ProcessStartInfo", "System.Diagnostics.Stopwatch",
    ];

    /// <summary>Each project and all that it refers to, which is all that it uses; a driver that has no row here to
    /// the seam alone.</summary>
    public static readonly Dictionary<string, string[]> References = WithDrivers(new()
    {
        ["Core"] = [],
        ["Schedules"] = [],
        ["Dataflow"] = [],
        ["Plugins"] = ["Dataflow"],
        ["Data"] = ["Core"],
        ["Data.Files"] = ["Core", "Data"],
        ["Data.Dataflow"] = ["Core", "Data", "Data.Files", "Dataflow"],
        ["Ledger"] = ["Core", "Data", "Data.PostgreSql", "Data.SqlServer", "Data.Sqlite"],
        ["Metadata"] = ["Core", "Schedules"],
        ["Import"] = ["Core", "Data", "Metadata", "Ssis"],
        ["Import.Sql"] = ["Core", "Data", "Metadata", "Ssis"],
        ["Compare"] = ["Core", "Data", "Metadata"],
        ["Ssis"] = [],
        ["Packages"] =
        [
            "Core", "Data", "Data.Dataflow", "Data.Files", .. Drivers, "Dataflow", "Import", "Metadata", "Plugins",
        ],
        ["Report"] = ["Core", "Data", "Ledger"],
        ["Runner"] = ["Core", "Data", "Data.Files", "Data.Sqlite", "Ledger", "Metadata", "Packages", "Report"],
        ["Lab"] = ["Core", "Data", "Data.Sqlite", "Dataflow", "Ledger", "Metadata", "Runner"],
        ["Telemetry"] = ["Core", "Data", "Ledger", "Metadata", "Runner"],
        ["Service"] = ["Core", "Data", "Ledger", "Metadata", "Packages", "Report", "Runner", "Schedules"],
        ["Cli"] =
        [
            "Compare", "Core", "Data", "Data.Files", "Dataflow", "Import", "Import.Sql", "Lab", "Ledger", "Metadata",
            "Packages", "Plugins", "Report", "Runner", "Schedules", "Service", "Ssis", "Telemetry",
        ],
    });

    /// <summary>Folders that know one that knows them, directly or over others. This list may only shrink.</summary>
    public static readonly FolderLink[] Circles =
    [
        new("Cli", "Connections", "Solutions"),
        new("Cli", "Grammar", "Run"),
        new("Cli", "Guide", "Grammar"),
        new("Cli", "Ledger", "Doctor"),
        new("Cli", "Ledger", "Rejects"),
        new("Cli", "Ledger", "Solutions"),
        new("Cli", "Run", "Serve"),
        new("Cli", "Solutions", "Status"),
        new("Cli", "Status", "Rejects"),
        new("Data.Dataflow", "Sources", "Transforms"),
        new("Dataflow", "Links", "Spilling"),
        new("Dataflow", "Transforms", "Spilling"),
        new("Metadata", "Compile", "Keys"),
        new("Metadata", "Diagnostics", "Yaml"),
        new("Metadata", "Keys", "Diff"),
        new("Metadata", "Loading", "Building"),
        new("Metadata", "Model", "Keys"),
        new("Metadata", "Model", "Loading"),
        new("Metadata", "Schema", "Keys"),
        new("Metadata", "Schema", "Loading"),
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
        new("Service", "Actions", "Pages"),
        new("Service", "Actions", "Web"),
        new("Service", "Pages", "Web"),
        new("Service", "Reading", "Pages"),
        new("Service", "Scheduling", "Alerts"),
    ];

    /// <summary>`Data.Sqlite` has a file `SqlitePlatform.cs`.</summary>
    private static bool HasPlatform(ProductProject project) =>
        project.Name.Split('.') is ["Data", var platform] && File.Exists(Path.Combine(
            Repository.Root, project.Room, Product.Prefix + project.Name, $"{platform}Platform.cs"));

    private static Dictionary<string, string[]> WithDrivers(Dictionary<string, string[]> listed)
    {
        foreach (var driver in Drivers)
        {
            listed.TryAdd(driver, ["Core", "Data"]);
        }

        return listed;
    }
}
