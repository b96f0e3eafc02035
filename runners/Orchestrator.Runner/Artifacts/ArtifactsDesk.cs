using Orchestrator.Ledger;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner.Artifacts;

/// <summary>Writes what is made of runs that have ended, also of those that died before they came to it.</summary>
/// <param name="request">The run at hand.</param>
/// <param name="location">The ledger.</param>
/// <param name="outside">The gate for texts.</param>
/// <param name="say">Told what could not be written.</param>
internal sealed class ArtifactsDesk(
    RunRequest request, LedgerLocation location, OutsideText outside, Action<string> say)
{
    private readonly RunArtifacts artifacts = new(request.Solution.Folder, location, outside);

    /// <summary>The report's file; empty where it could not be made, which changes nothing about the run.</summary>
    public string WriteReport(RunFacts facts)
    {
        try
        {
            return artifacts.WriteReport(facts, new RunReport
            {
                Outside = outside,
                Command = request.Command,
                LedgerVersion = LedgerStatus.KnownVersion,
                Time = request.Time,
            });
        }
#pragma warning disable CA1031 // Whatever goes wrong here, the run has ended and is recorded.
        catch (Exception exception)
#pragma warning restore CA1031
        {
            say($"the report of run {facts.Run.Number} could not be written; `orchestrator report "
                + $"{facts.Run.Number}` tries again: {exception}");
            return "";
        }
    }

    /// <summary>Completes those of runs that were just found dead, and of others that have ended without.</summary>
    /// <param name="reader">The ledger.</param>
    /// <param name="dead">The dead.</param>
    /// <param name="own">The run at work, which completes its own; 0 = there is none.</param>
    public void CompleteOthers(LedgerReader reader, IReadOnlyList<RunRecord> dead, long own)
    {
        foreach (var run in dead)
        {
            say($"run {run.Number} of {run.Batch} in {run.Environment} ended unexpectedly; its packages at work then "
                + "count as EndedUnexpectedly");
            Complete(reader, run.Number);
        }

        // A process can also die between a run's end in the ledger and its artifacts.
        foreach (var run in artifacts.Incomplete().Where(run => run != own && HasEnded(reader, run)).ToArray())
        {
            Complete(reader, run);
        }
    }

    private bool HasEnded(LedgerReader reader, long number) => reader.Run(number) is { Ended: not null } run
        && ((run.Batch == request.Plan.Batch && run.Environment == request.Plan.Environment)
            || !RunLock.IsHeld(location, run.Batch, run.Environment));

    private void Complete(LedgerReader reader, long run)
    {
        try
        {
            var facts = reader.Facts(run);
            _ = WriteReport(facts);
            artifacts.Complete(facts);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            say($"the artifacts of run {run} could not be completed: {exception.Message}");
        }
    }
}
