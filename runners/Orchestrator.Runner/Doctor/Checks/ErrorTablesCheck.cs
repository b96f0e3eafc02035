using Orchestrator.Report;

namespace Orchestrator.Runner.Doctor.Checks;

/// <summary>Error tables that no object writes any more.</summary>
internal static class ErrorTablesCheck
{
    public static IEnumerable<Finding> Of(TargetState target)
    {
        var left = target.ErrorTables.Where(table => !table.IsWritten).ToArray();
        var rows = left.Sum(table => table.Rows);
        if (left.Length == 0)
        {
            yield break;
        }

        yield return new Finding(FindingSeverity.Note, DoctorCodes.ErrorTableLeft,
            $"{Words.Count(left.Length, "error table")} {(left.Length == 1 ? "belongs" : "belong")} to no object, with "
            + $"{Words.Count(rows, "rejected row")}: {Listed.Of(left.Select(table => $"{table.Name}"))}")
        {
            Where = target.Where,
            Why = "its object was removed or renamed, or writes another one; the rows may hold values that people "
                + "asked to have removed",
            Verb = "doctor --fix --yes",
            Cure = new Cure(CureKind.DropErrorTables, target.Connection,
                $"{Words.Count(left.Length, "error table")} of {target.Connection} with "
                + Words.Count(rows, "rejected row"))
            { File = target.File, Tables = [.. left.Select(table => table.Name)] },
        };
    }
}
