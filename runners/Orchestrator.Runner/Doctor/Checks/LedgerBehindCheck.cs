using Orchestrator.Core;
using Orchestrator.Metadata.Selection;

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

        var loaded = targets.SelectMany(target => target.Markers.Where(one => one.IsOfRun)
            .Select(one => (Target: target, Marker: one))).ToArray();
        var own = $"{ledger.Identity}";
        foreach (var other in loaded.Where(one => one.Marker.Ledger != own && !IsTakenOver(ledger, one.Marker))
            .GroupBy(one => one.Marker.Ledger))
        {
            yield return Stranger(ledger, [.. other]);
        }

        var ahead = loaded.Where(one => one.Marker.Ledger == own
            && (one.Marker.Attempt > ledger.LastAttempt || ledger.Unknown.Contains(one.Marker))).ToArray();
        if (ahead.Length > 0)
        {
            yield return Behind(ledger, ahead);
        }

        var old = loaded
            .Concat(targets.SelectMany(target => target.Unmarked.Select(one => (Target: target, Marker: one))))
            .Where(one => ledger.LoadedSince.ContainsKey(one.Marker)).ToArray();
        if (old.Length > 0)
        {
            yield return Old(ledger, old);
        }
    }

    private static Finding Old(LedgerState ledger, (TargetState Target, MarkerState Marker)[] old) =>
        new(FindingSeverity.Error, DoctorCodes.TargetBehind,
            $"{Words.Count(old.Length, "table")} {(old.Length == 1 ? "is" : "are")} older than the ledger: "
            + Listed.Of(old.Select(one => $"{one.Marker.Table} ("
                + (one.Marker.IsOfRun ? $"holds attempt {one.Marker.Attempt}, loaded since" : "holds no load, loaded")
                + $" by attempt {ledger.LoadedSince[one.Marker]})")))
        {
            Where = WhereOf(old),
            Why = "the database was put back by an older copy, or is a new one: what was loaded since is missing, and "
                + "loads that go on where the last one stopped are refused (ORC3464). Put back the newest copy there "
                + "is; where this is it, the ledger "
                + "goes back to what the tables hold, and the next load reads again what came after it",
            Verb = "doctor --fix",
            Cure = Adopted(old) with
            {
                Decides = $"counts what {Words.Count(old.Length, "table")} no longer "
                    + $"{(old.Length == 1 ? "holds" : "hold")} as not loaded, so that the next load reads it again",
            },
        };

    private static bool IsTakenOver(LedgerState ledger, MarkerState marker) => marker.Nodes.Count > 0
        && marker.Nodes.All(node => ledger.Adopted.GetValueOrDefault(node) >= marker.Attempt);

    private static Finding Stranger(LedgerState ledger, (TargetState Target, MarkerState Marker)[] loaded)
    {
        var isNew = ledger.Runs == 0;
        var isBackedUp = isNew && ledger.Backup.Length > 0;
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
                    + "is lost for good, take its rows over (`doctor --fix`) and set the watermarks (`watermarks "
                    + "set`), or load anew (`run --full-refresh`)"
                : "either two ledgers load the same tables, or one was lost: this one's watermarks do not know what "
                    + "the other has loaded, and appends are refused (ORC3444). Where it is lost for good, take its "
                    + "rows over",
            Verb = isBackedUp ? $"ledger restore {ShellWord.Quoted(ledger.Backup)}"
                : IsLoaded(loaded) ? "doctor --fix" : "watermarks list",
            Cure = isBackedUp || !IsLoaded(loaded) ? null : Adopted(loaded),
        };
    }

    private static Finding Behind(LedgerState ledger, (TargetState Target, MarkerState Marker)[] ahead)
    {
        var last = ahead.MaxBy(one => one.Marker.Attempt).Marker;
        return new Finding(FindingSeverity.Error, DoctorCodes.LedgerBehind,
            $"the ledger is older than its targets: they know of attempt {last.Attempt} of run {last.Run}, which it "
            + $"does not have, and its last is {ledger.LastAttempt} of run {ledger.LastRun}; loaded since: "
            + Listed.Of(ahead.Select(one => $"{one.Marker.Table} (run {one.Marker.Run})")))
        {
            Where = WhereOf(ahead),
            Why = "a copy was put back: numbers of attempts would be given twice, and loads of those tables are "
                + "refused (ORC3440, ORC3463). Put back the newest one there is; where this is "
                + "it, take those rows over, and numbers go on behind them",
            Verb = IsLoaded(ahead) ? "doctor --fix"
                : ledger.Backup.Length > 0 ? $"ledger restore {ShellWord.Quoted(ledger.Backup)}"
                : "watermarks list",
            Cure = IsLoaded(ahead) ? Adopted(ahead) : null,
        };
    }

    // Without the metadata nobody knows whose rows those are.
    private static bool IsLoaded((TargetState Target, MarkerState Marker)[] loaded) =>
        loaded.Any(one => one.Marker.Nodes.Count > 0);

    private static Cure Adopted((TargetState Target, MarkerState Marker)[] loaded) =>
        new(CureKind.Adopt, loaded[0].Marker.Ledger)
        {
            Decides = $"keeps the rows of {Words.Count(loaded.Length, "table")} that runs have loaded which the "
                + "ledger does not know, as if it knew them",
        };

    private static string WhereOf(IEnumerable<(TargetState Target, MarkerState Marker)> loaded) =>
        Listed.Of(loaded.Select(one => one.Target.Where).Distinct());
}
