using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Ledger;
using Orchestrator.Lab.Monitoring;

namespace Orchestrator.Cli.Lab;

/// <summary>`monitor plans`: which statements changed their plans and when, and which packages ran then.</summary>
internal static class MonitorPlans
{
    public static Option<string> Since { get; } =
        CommonOptions.Text("--since", "TIME", "plans: what was seen since, such as 8h, 3d or 2026-01-31");

    public static Option<bool> All { get; } =
        CommonOptions.Flag("--all", "plans: also statements whose plans kept their shape");

    public static int Show(Call call)
    {
        using var reader = CallMonitor.Open(call);
        var connection = call.Text(CallMonitor.Connection).Value;
        var since = CallMonitor.Since(call, Since) ?? DateTimeOffset.UnixEpoch;
        var watches = reader.Watches(connection, call.EnvironmentName, since);
        if (watches.Count == 0)
        {
            throw new UsageException(connection is null ? "nothing was watched yet"
                : $"'{connection}' was not watched yet", "orchestrator monitor run --connection CONN");
        }

        var isAll = call.Flag(All).Value;
        var shown = reader.Sightings(connection, call.EnvironmentName, since)
            .Where(one => isAll || (one.IsChange && one.First >= since)).ToList();
        var listed = WithPackages(call, shown);
        call.Write(() => MonitorScreen.Document(watches, listed), () => MonitorScreen.Lines(watches, listed, isAll));
        return ExitCode.Done;
    }

    private static IReadOnlyList<(SightingRecord, IReadOnlyList<PackageAtWork>)> WithPackages(
        Call call, List<SightingRecord> shown)
    {
        using var ledger = shown.Count == 0 ? null : CallLedger.Open(call);
        var packages = ledger is null ? null : new PackagesAtWork(ledger);
        return [.. shown.Select(one => (one, packages?.Of(one) ?? []))];
    }
}
