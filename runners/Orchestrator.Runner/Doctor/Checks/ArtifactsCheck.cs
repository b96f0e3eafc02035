using Orchestrator.Core;
using Orchestrator.Metadata.Selection;

namespace Orchestrator.Runner.Doctor.Checks;

/// <summary>Folders of runs that the ledger does not have, and runs without theirs.</summary>
internal static class ArtifactsCheck
{
    public static IEnumerable<Finding> Of(LedgerState ledger, SurroundingState around)
    {
        if (!ledger.IsReadable && around.Strangers.Count == 0)
        {
            yield break;
        }

        // Of runs that are yet to come: their ledger is lost, and the folders are all that is left.
        var ahead = around.Strangers.Where(run => run > ledger.LastRun).ToArray();
        if (ahead.Length > 0)
        {
            yield return new Finding(FindingSeverity.Warning, DoctorCodes.LedgerBehind,
                $"there are folders of run {Listed.Of(ahead)}, and the last run of the ledger is {ledger.LastRun}")
            {
                Where = around.RunsFolder,
                Why = "the ledger was lost or put back: its next runs would write into these folders",
                Verb = ledger.Backup.Length > 0 ? $"ledger restore {ShellWord.Quoted(ledger.Backup)}"
                    : "ledger status",
            };
        }

        var left = around.Strangers.Except(ahead).ToArray();
        if (left.Length > 0)
        {
            yield return new Finding(FindingSeverity.Note, DoctorCodes.ArtifactsDiffer,
                $"there are folders of run {Listed.Of(left)}, which the ledger does not have")
            {
                Where = around.RunsFolder,
                Why = "a purge was killed between the run and its folder, or the ledger was put back",
                Verb = "doctor --fix --yes",
                Cure = new Cure(CureKind.RemoveFolders, around.RunsFolder,
                    $"the folders of {Words.Count(left.Length, "run")} below {around.RunsFolder}")
                { Runs = left },
            };
        }

        if (around.Incomplete.Count > 0)
        {
            yield return new Finding(FindingSeverity.Note, DoctorCodes.ArtifactsDiffer,
                $"the artifacts of run {Listed.Of(around.Incomplete)} are not complete")
            {
                Where = around.RunsFolder,
                Why = "its process died before it had written them; they are made of the ledger",
                Verb = "doctor --fix",
                Cure = new Cure(CureKind.CompleteArtifacts, around.RunsFolder) { Runs = around.Incomplete },
            };
        }

        if (around.Missing.Count > 0)
        {
            yield return new Finding(FindingSeverity.Note, DoctorCodes.ArtifactsDiffer,
                $"run {Listed.Of(around.Missing)} of this machine has no folder")
            {
                Where = around.RunsFolder,
                Why = "somebody removed it, or this is another copy of the solution; only its log is lost, the rest is "
                    + "in the ledger",
                Verb = $"report {around.Missing[^1]}",
            };
        }
    }
}
