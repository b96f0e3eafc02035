using Orchestrator.Service.Reading;

namespace Orchestrator.Service.Pages;

/// <summary>Addresses of pages; they last, so that mails and tickets may name them.</summary>
internal static class Paths
{
    /// <summary>What was approved, and what waits to be.</summary>
    public const string Approvals = "/approvals";

    /// <summary>Who asked what.</summary>
    public const string Audit = "/audit";

    /// <summary>Where the first token is made.</summary>
    public const string FirstToken = "/tokens/first";

    public static string Run(long run) => $"/runs/{run}";

    /// <summary>The plan of a run.</summary>
    public static string Plan(long run) => $"/runs/{run}/plan";

    /// <summary>The plan of a batch that is in force.</summary>
    public static string Plan(string batch) => $"/batches/{Uri.EscapeDataString(batch)}/plan";

    /// <summary>What a package rejected in one run.</summary>
    public static string Rejects(long run, string package) => $"/runs/{run}/rejects/{Escaped(package)}";

    /// <summary>A package in one run.</summary>
    public static string Package(long run, string package) => $"/runs/{run}/packages/{Escaped(package)}";

    /// <summary>A package over all runs.</summary>
    public static string History(string package) => $"/packages/{Escaped(package)}";

    /// <summary>What a group of a run holds, in its plan.</summary>
    public static string Group(long run, string group) => $"{Plan(run)}?node={Uri.EscapeDataString(group)}";

    /// <summary>What has failed: a package, or a group in the plan of its run.</summary>
    public static string Failed(Failure failure) => failure.IsGroup
        ? Group(failure.Run, failure.Package) : Package(failure.Run, failure.Package);

    // The slash between project and object stays one, or the address could not be read.
    private static string Escaped(string name) => string.Join('/', name.Split('/').Select(Uri.EscapeDataString));
}
