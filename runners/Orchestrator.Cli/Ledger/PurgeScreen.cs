using Orchestrator.Cli.Output;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Purging;
using Orchestrator.Packages;

namespace Orchestrator.Cli.Ledger;

/// <summary>What a purge removes.</summary>
internal static class PurgeScreen
{
    /// <summary>What would be done, for who is asked.</summary>
    public static string What(PurgeWork work, IReadOnlyList<OldRejectCount> rows, LedgerLocation location)
    {
        var runs = work.New.ToArray();
        string[] parts =
        [
            .. runs.Length == 0 ? (string[])[] :
            [
                $"{Words.Count(runs.Length, "run")} of the ledger {location.Name} ({Numbers(runs)}, ended "
                    + $"{Words.Moment(runs.Min(run => run.Ended))} to {Words.Moment(runs.Max(run => run.Ended))}) with "
                    + "all that hangs on them, and their folders",
            ],
            .. runs.Length < work.Runs.Count
                ? (string[])[$"what is needed no more of {Words.Count(work.Runs.Count - runs.Length, "run")} that "
                    + "an earlier purge removed"]
                : [],
            .. work.Events.Count > 0
                ? (string[])[$"transitions and samples of {Words.Count(work.Events.Count, "run")} that stay"]
                : [],
            .. work.Service.IsEmpty ? (string[])[] : [$"{Recorded(work.Service)} of services"],
            .. rows.Select(one => $"{Words.Count(one.Rows, "rejected row")} from {one.Connection}: {one.Table}"),
        ];
        return "removes " + string.Join("; ", parts);
    }

    public static Line Nothing(PurgeLimits limits) =>
        $"nothing is to be purged: no run ended before {Words.Moment(limits.Runs)} that nothing needs any more, and no "
        + $"rejected row is of an attempt that began before {Words.Moment(limits.Rejects)}";

    public static Line Done(PurgeWork work, IReadOnlyList<OldRejectCount> rows, int gone)
    {
        var needed = work.Runs.Where(run => run.Needed.Count > 0).Sum(run => run.Needed.Count);
        return $"purged {Words.Count(gone - work.Runs.Count(run => run.IsAgain), "run")}"
            + (work.Events.Count > 0 ? $", transitions and samples of {Words.Number(work.Events.Count)} more" : "")
            + (work.Service.IsEmpty ? "" : $", {Recorded(work.Service)} of services")
            + (rows.Count > 0 ? $", {Words.Count(rows.Sum(one => one.Rows), "rejected row")}" : "")
            + (needed > 0 ? $"; {Words.Count(needed, "package")} in them still needed stay in the ledger" : "");
    }

    /// <summary>The document; without the runs that are gone nothing was done.</summary>
    public static object Document(
        LedgerLocation ledger, PurgeLimits limits, PurgeWork work, IReadOnlyList<OldRejectCount> rows,
        IReadOnlyList<long>? gone) => new
        {
            schema_version = Json.SchemaVersion,
            place = ledger.Place,
            is_done = gone is not null,
            environment = limits.Environment,
            runs_before = limits.Runs,
            events_before = limits.Events,
            runs = work.New.Select(run => run.Number).Order(),
            still_needed = work.Runs.Sum(run => run.Needed.Count),
            events = work.Events,
            firings = work.Service.Firings,
            audit_entries = work.Service.Audit,
            rejects_before = limits.Rejects,
            rejects = rows.Select(one => new { connection = one.Connection, table = one.Table, rows = one.Rows }),
        };

    private static string Recorded(PurgedService work) =>
        $"{Words.Count(work.Firings, "firing")}, {Words.Count(work.Audit, "entry", "entries")} of the audit log and "
        + Words.Count(work.Others, "other row");

    private static string Numbers(PurgedRun[] runs) => runs.Length == 1 ? $"{runs[0].Number}"
        : $"{runs.Min(run => run.Number)} to {runs.Max(run => run.Number)}";
}
