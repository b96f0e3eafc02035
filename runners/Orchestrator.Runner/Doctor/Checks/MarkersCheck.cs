using Orchestrator.Core;

namespace Orchestrator.Runner.Doctor.Checks;

/// <summary>Markers that stand for nothing any more.</summary>
internal static class MarkersCheck
{
    public static IEnumerable<Finding> Of(LedgerState ledger, TargetState target)
    {
        // Without the whole metadata nobody knows which tables are still written.
        var gone = target.Markers.Where(one => one is { IsThere: false, IsWritten: false } && IsOwn(ledger, one)
            && !ledger.NotEnded.Any(run => run.Number == one.Run && run.Verdict is null)).ToArray();
        if (gone.Length > 0)
        {
            yield return new Finding(FindingSeverity.Note, DoctorCodes.MarkersLeft,
                $"{Words.Count(gone.Length, "marker")} {(gone.Length == 1 ? "is" : "are")} of tables that are gone: "
                + Listed.Of(gone.Select(one => $"{one.Table}")))
            {
                Where = target.Where,
                Why = "a marker says which run may write its table; where there is none, it says nothing",
                Verb = "doctor --fix",
                Cure = new Cure(CureKind.ForgetTables, target.Connection) { File = target.File, Markers = gone },
            };
        }

        var attempts = target.Attempts.Where(one => one.Ledger == $"{ledger.Identity}" && HasEnded(ledger, one))
            .Select(one => one.Attempt).ToArray();
        if (attempts.Length > 0)
        {
            yield return new Finding(FindingSeverity.Note, DoctorCodes.MarkersLeft,
                $"{Words.Count(attempts.Length, "attempt")} that nobody asks about any more left a marker")
            {
                Where = target.Where,
                Why = "such a marker tells after a crash what survived it; these are judged",
                Verb = "doctor --fix",
                Cure = new Cure(CureKind.ForgetAttempts, target.Connection)
                { File = target.File, Attempts = attempts },
            };
        }
    }

    private static bool IsOwn(LedgerState ledger, MarkerState one) =>
        one.Ledger.Length == 0 || one.Ledger == $"{ledger.Identity}";

    // Of one that is not in the ledger nobody knows whether it is at work, unless its run has ended.
    private static bool HasEnded(LedgerState ledger, AttemptMarkerState one) =>
        one.Run <= ledger.LastRun && !ledger.NotEnded.Any(run => run.Number == one.Run)
        && !(ledger.Attempts.TryGetValue(one.Attempt, out var attempt)
            && (attempt.IsAtWork || ledger.OpenScopes.Any(scope => scope.Number == attempt.Scope)));
}
