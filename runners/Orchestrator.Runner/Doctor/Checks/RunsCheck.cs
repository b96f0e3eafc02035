using Orchestrator.Core;
using Orchestrator.Metadata.Selection;

namespace Orchestrator.Runner.Doctor.Checks;

/// <summary>Runs that have no end: those that died, and requests that a run at work does not answer.</summary>
internal static class RunsCheck
{
    private static readonly TimeSpan AnswerMax = TimeSpan.FromSeconds(30);

    public static IEnumerable<Finding> Of(LedgerState ledger, DateTimeOffset now)
    {
        foreach (var same in ledger.NotEnded.Where(run => run.Verdict is not null)
            .GroupBy(run => (run.Batch, run.Environment)))
        {
            var numbers = string.Join(", ", same.Select(run => run.Number));
            yield return new Finding(FindingSeverity.Warning, DoctorCodes.RunDied,
                $"run {numbers} died without a word and is not recorded as ended")
            {
                Where = $"batch {same.Key.Batch}, environment {same.Key.Environment}, on {same.Last().Origin.Host}",
                Why = "what it left is cleaned by the next run of the batch before that begins, or now by --fix; its "
                    + "packages go on with a retry",
                Verb = "doctor --fix",
                Cure = new Cure(CureKind.CloseDead, same.Key.Batch) { Environment = same.Key.Environment },
            };
        }

        foreach (var same in ledger.Requests.Where(one => now - one.Asked > AnswerMax).GroupBy(one => one.Run))
        {
            var oldest = same.Min(one => one.Asked);
            yield return new Finding(FindingSeverity.Warning, DoctorCodes.RequestOpen,
                $"run {same.Key} has not answered {Words.Count(same.Count(), "request")} since {Words.Moment(oldest)}")
            {
                Where = $"run {same.Key}",
                Why = "a run looks for requests about once a second: its loop is stuck, or it cannot read the ledger",
                Verb = $"status {same.Key} --why",
            };
        }

        foreach (var (batch, environment, files) in ledger.FilesToMove.Where(one => !IsAtWork(ledger, one)))
        {
            yield return new Finding(FindingSeverity.Note, DoctorCodes.FilesWait,
                $"{Words.Count(files, "file")} that {(files == 1 ? "was" : "were")} loaded still "
                + $"{(files == 1 ? "waits" : "wait")} to be moved")
            {
                Where = $"batch {batch}, environment {environment}",
                Why = "a file counts by its record and not by where it lies, so nothing is loaded twice; the next run "
                    + "of the batch moves it before it reads",
                Verb = $"run {ShellWord.Quoted(batch)}",
            };
        }
    }

    private static bool IsAtWork(LedgerState ledger, (string Batch, string Environment, int Files) one) =>
        ledger.NotEnded.Any(run => run.Verdict is null && run.Batch == one.Batch
            && run.Environment == one.Environment);
}
