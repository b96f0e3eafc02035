using Orchestrator.Core;

namespace Orchestrator.Runner.Doctor.Checks;

/// <summary>
/// Error tables that no object writes any more. That is judged by the metadata as they read now, so that one goes only
/// where nothing hints at anybody else.
/// </summary>
internal static class ErrorTablesCheck
{
    public static IEnumerable<Finding> Of(LedgerState ledger, TargetState target)
    {
        var left = target.ErrorTables.Where(table => !table.IsWritten).ToArray();
        var mayGo = IsLoadedByUsAlone(ledger, target) && target is { IsOfListedFiles: false, IsOfTurns: false };
        var known = left.Where(table => mayGo && IsOwn(ledger, table)).ToArray();
        var others = left.Except(known).ToArray();
        if (known.Length > 0)
        {
            yield return Left(target, known,
                "its object was removed or renamed, or writes another one; the rows are there alone, and may hold "
                + "values that people asked to have removed. Every table of the database was loaded last by this "
                + "ledger, and all rows are of attempts of this solution; whoever else writes there cannot be seen "
                + "from here") with
            {
                Verb = "doctor --fix --yes",
                Cure = new Cure(CureKind.DropErrorTables, target.Connection, Counted(known, target.Connection))
                { File = target.File, Tables = known },
            };
        }

        if (others.Length > 0)
        {
            yield return Left(target, others,
                WhyNot(ledger, target) + "; the rows are there alone. Where nobody writes it, drop it by hand");
        }
    }

    /// <summary>Whether no other ledger has left a trace in the database, and this one has.</summary>
    public static bool IsLoadedByUsAlone(LedgerState ledger, TargetState target)
    {
        var own = $"{ledger.Identity}";
        // A table that is claimed and was never loaded tells no ledger: that of an object here is ours.
        return ledger.IsReadable && target.Markers.Any(one => one.Ledger == own)
            && target.Markers.All(one => one.Ledger == own || (one.Ledger.Length == 0 && one.IsWritten))
            && target.Attempts.All(one => one.Ledger == own);
    }

    private static bool IsOwn(LedgerState ledger, ErrorTableState table) => table.Attempts.All(attempt =>
        ledger.Attempts.TryGetValue(attempt, out var known) && known is { IsOfSolution: true, IsAtWork: false });

    private static string WhyNot(LedgerState ledger, TargetState target) =>
        target.IsOfListedFiles ? "a project has an object for each file of a folder (`objects: \"*\"`), and a file "
            + "that is not there today may come back"
        : target.IsOfTurns ? "loads in a loop write targets that are called by its rows, and only a run knows these"
        : !IsLoadedByUsAlone(ledger, target) ? "nothing tells that this ledger alone loads the database: a solution "
            + "with another one may write it"
        : "it has rows of attempts that this ledger does not know as ended ones of this solution: another one may have "
            + "made them, or a purge has removed the attempts";

    private static Finding Left(TargetState target, ErrorTableState[] tables, string why) => new(
        FindingSeverity.Note, DoctorCodes.ErrorTableLeft,
        $"{Words.Count(tables.Length, "error table")} {(tables.Length == 1 ? "belongs" : "belong")} to no object of "
        + $"this solution as it reads now, with {Words.Count(tables.Sum(table => table.Rows), "rejected row")}: "
        + Listed.Of(tables.Select(table => $"{table.Name}")))
    {
        Where = target.Where,
        Why = why,
        Verb = "doctor --owned",
    };

    private static string Counted(ErrorTableState[] tables, string connection) =>
        $"{Words.Count(tables.Length, "error table")} of {connection} with "
        + Words.Count(tables.Sum(table => table.Rows), "rejected row");
}
