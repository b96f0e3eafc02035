using Orchestrator.Core;

namespace Orchestrator.Runner.Doctor.Checks;

/// <summary>Load tables, staged and shadow ones among them, whose attempt is not at work any more.</summary>
internal static class LoadTablesCheck
{
    public static IEnumerable<Finding> Of(LedgerState ledger, TargetState target)
    {
        var left = target.Loads.Where(load => !IsAtWork(ledger, load)).ToArray();
        var known = left.Where(load => IsOwn(ledger, target, load)).ToArray();
        var others = left.Except(known).ToArray();
        if (known.Length > 0)
        {
            yield return new Finding(FindingSeverity.Note, DoctorCodes.LoadTableLeft,
                $"{Words.Count(known.Length, "load table")} of attempts that have ended "
                + $"{(known.Length == 1 ? "was" : "were")} left: {Named(known)}")
            {
                Where = target.Where,
                Why = "the next load of the same table drops it; where no object loads that any more, nobody does",
                Verb = "doctor --fix",
                Cure = new Cure(CureKind.DropLoads, target.Connection) { File = target.File, Loads = known },
            };
        }

        if (others.Length > 0 && ledger.Fault is null)
        {
            yield return new Finding(FindingSeverity.Warning, DoctorCodes.LoadTableLeft,
                $"{Words.Count(others.Length, "load table")} of attempts that this ledger does not know: "
                + Named(others))
            {
                Where = target.Where,
                Why = "a run of another ledger may be at work with it, which cannot be seen from here",
                Verb = "doctor --owned",
            };
        }
    }

    /// <summary>
    /// Whether the attempt, which is not at work, is of this ledger: as far as the target tells, also once a purge has
    /// removed it.
    /// </summary>
    public static bool IsOwn(LedgerState ledger, TargetState target, LoadTableState load)
    {
        var marker = target.Markers.FirstOrDefault(one => one.Table == load.Target);
        var isOfUs = marker?.Ledger == $"{ledger.Identity}";
        return ledger.Attempts.ContainsKey(load.Attempt)
            ? isOfUs || marker is null || marker.Ledger.Length == 0
            : isOfUs && load.Attempt <= ledger.LastAttempt;
    }

    private static bool IsAtWork(LedgerState ledger, LoadTableState load) =>
        ledger.Attempts.TryGetValue(load.Attempt, out var attempt) && attempt.IsAtWork;

    private static string Named(LoadTableState[] loads) => Listed.Of(loads.Select(load =>
        load.Target is null ? $"{load.Name}" : $"{load.Name} for {load.Target}"));
}
