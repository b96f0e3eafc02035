using Orchestrator.Cli.Connections;
using Orchestrator.Cli.Grammar;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Http;
using Orchestrator.Packages.Online;
using Orchestrator.Runner.Outbound;

namespace Orchestrator.Cli.Solutions;

/// <summary>What `validate --online` adds to the mistakes that the files alone show.</summary>
internal static class CallOnlineChecks
{
    private const string Unusable = "ORC3518";

    // By then people have given up on a check before a pull request.
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);

    // What the catalog says counts only where nobody has looked.
    private static readonly string[] OfCatalog = ["ORC1323", "ORC1324", "ORC1040"];

    /// <summary>Looks at the databases of a batch, or of all.</summary>
    public static OnlineFindings Check(Call call, Solution solution, string? batch)
    {
        var batches = batch is null ? solution.Batches : [CallSolution.Chosen(solution, batch)];
        var projects = batches.SelectMany(each => solution.ForBatch(each.Name).Projects.Where(project =>
            each.Projects.Any(member => member.Project == project.Name))).Distinct().ToArray();
        var meant = solution with { Projects = projects, Batches = batches };
        var access = CallConnections.Access(call, meant);
        var found = OnlineChecks.Of(meant, access, call.Host.Time, Limit);
        var outbound = new OutboundHttp(call.Host.Time);
        Diagnostic[] all =
        [
            .. found.Diagnostics, .. HttpOnline.Of(meant, access, (address, allowPrivate) =>
                outbound.Refusal(address, allowPrivate, call.Host.Stop)),
        ];
        return found with { Diagnostics = SourceLines.With(all, solution) };
    }

    /// <summary>All diagnostics in the order of their places, each once.</summary>
    public static List<Diagnostic> Together(List<Diagnostic> offline, OnlineFindings? online) => online is null
        ? offline
        : [.. offline.Where(each => IsUnreachable(online) || !OfCatalog.Contains(each.Code)
                || (each.Code == "ORC1040" && !each.Message.Contains("(catalog/", StringComparison.Ordinal)))
            .Concat(online.Diagnostics).Distinct().Order(DiagnosticOrder.Instance)];

    /// <summary>Whether a connection could not be used, so that not everything was looked at.</summary>
    public static bool IsUnreachable(OnlineFindings? online) =>
        online is not null && online.Diagnostics.Any(each => each.Code == Unusable);
}
