using Orchestrator.Report;

namespace Orchestrator.Runner.Doctor.Checks;

/// <summary>
/// Targets that were loaded by runs which the ledger does not know: it is new, was put back by hand, or another ledger
/// loads the same tables.
/// </summary>
internal static class LedgerBehindCheck
{
    public static IEnumerable<Finding> Of(LedgerState ledger, IReadOnlyList<TargetState> targets)
    {
        if (ledger.Fault is not null)
        {
            yield break;
        }

        var loaded = targets.SelectMany(target => target.Markers.Where(one => one.Ledger.Length > 0)
            .Select(one => (Target: target, Marker: one))).ToArray();
        var own = $"{ledger.Identity}";
        foreach (var other in loaded.Where(one => one.Marker.Ledger != own).GroupBy(one => one.Marker.Ledger))
        {
            yield return Stranger(ledger, [.. other]);
        }

        var ahead = loaded.Where(one => one.Marker.Ledger == own && one.Marker.Attempt > ledger.LastAttempt).ToArray();
        if (ahead.Length > 0)
        {
            yield return Behind(ledger, ahead);
        }
    }

    private static Finding Stranger(LedgerState ledger, (TargetState Target, MarkerState Marker)[] loaded)
    {
        var isNew = ledger.Runs == 0;
        var last = loaded.Max(one => one.Marker.Run);
        return new Finding(
            isNew ? FindingSeverity.Error : FindingSeverity.Warning, DoctorCodes.LedgerBehind,
            $"{(isNew ? "the ledger is new, and " : "")}{Words.Count(loaded.Length, "table")} "
            + $"{(loaded.Length == 1 ? "was" : "were")} loaded last by another ledger, up to its run {last}")
        {
            Where = WhereOf(loaded) + $", ledger {loaded[0].Marker.Ledger}",
            Why = isNew
                ? "watermarks and the list of loaded files are in that one: a run would read all from the beginning, "
                    + "append rows a second time and give audit ids twice. Put it back before anything runs; where it "
                    + "is lost, set the watermarks (`watermarks set`) or load anew (`run --full-refresh`)"
                : "either two ledgers load the same tables, or one was lost: this one's watermarks do not know what "
                    + "the other has loaded",
            Verb = isNew && ledger.Backup.Length > 0 ? $"ledger restore {RunSummaries.Quoted(ledger.Backup)}"
                : "watermarks list",
        };
    }

    private static Finding Behind(LedgerState ledger, (TargetState Target, MarkerState Marker)[] ahead)
    {
        var last = ahead.MaxBy(one => one.Marker.Attempt).Marker;
        return new Finding(FindingSeverity.Error, DoctorCodes.LedgerBehind,
            $"the ledger is older than its targets: they know of attempt {last.Attempt} of run {last.Run}, and its "
            + $"last is {ledger.LastAttempt} of run {ledger.LastRun}")
        {
            Where = WhereOf(ahead),
            Why = "a file of it was put back by hand: numbers of attempts would be given twice, and loads of those "
                + "tables are refused until the runs have caught up (ORC3440). Put back the newest one there is; a "
                + "`ledger restore` onto the newer one keeps the numbers",
            Verb = ledger.Backup.Length > 0 ? $"ledger restore {RunSummaries.Quoted(ledger.Backup)}"
                : "watermarks list",
        };
    }

    private static string WhereOf(IEnumerable<(TargetState Target, MarkerState Marker)> loaded) =>
        Listed.Of(loaded.Select(one => one.Target.Where).Distinct());
}
