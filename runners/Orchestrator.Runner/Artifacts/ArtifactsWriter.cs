using Orchestrator.Ledger;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner.Artifacts;

/// <summary>Writes what is made of runs that have ended, also of those that died before they came to it.</summary>
/// <param name="folder">The folder of the solution.</param>
/// <param name="command">As <see cref="RunRequest.Command"/>.</param>
/// <param name="time">The clock.</param>
/// <param name="location">The ledger.</param>
/// <param name="outside">The gate for texts.</param>
/// <param name="say">Told what could not be written.</param>
internal sealed class ArtifactsWriter(
    string folder, Func<string, string> command, TimeProvider time, LedgerLocation location, OutsideText outside,
    Action<string> say)
{
    private readonly RunArtifacts _artifacts = new(folder, location, outside);

    /// <summary>Beside a run at hand.</summary>
    public ArtifactsWriter(RunRequest request, LedgerLocation location, OutsideText outside, Action<string> say)
        : this(request.Solution.Folder, request.Command, request.Time, location, outside, say)
    {
    }

    /// <summary>The report's file; empty where it could not be made, which changes nothing about the run.</summary>
    public string WriteReport(RunFacts facts)
    {
        try
        {
            return _artifacts.WriteReport(facts, new RunReport
            {
                Outside = outside,
                Command = command,
                LedgerVersion = LedgerStatus.KnownVersion,
                Time = time,
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
    /// <param name="batch">The batch whose lock the caller has.</param>
    /// <param name="environment">Its environment.</param>
    public void CompleteOthers(
        LedgerReader reader, IReadOnlyList<RunRecord> dead, long own, string batch, string environment)
    {
        foreach (var run in dead)
        {
            say($"run {run.Number} of {run.Batch} in {run.Environment} ended unexpectedly; its packages at work then "
                + "count as EndedUnexpectedly");
            Complete(reader, run.Number);
        }

        // A process can also die between a run's end in the ledger and its artifacts.
        foreach (var run in _artifacts.Incomplete()
            .Where(run => run != own && HasEnded(reader, run, batch, environment)).ToArray())
        {
            Complete(reader, run);
        }
    }

    private bool HasEnded(LedgerReader reader, long number, string batch, string environment) =>
        reader.Run(number) is { Ended: not null } run && ((run.Batch == batch && run.Environment == environment)
            || !RunLock.IsHeld(location, run.Batch, run.Environment));

    /// <summary>
    /// Writes the artifacts of the run at hand, whose outcome is in the ledger. Null = they are complete; else what is
    /// told.
    /// </summary>
    public string? Finish(RunFacts facts)
    {
        try
        {
            _artifacts.Complete(facts);
            return null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return $"{RunCodes.NoArtifacts} The artifacts in {_artifacts.FolderOf(facts.Run.Number)} are not complete: "
                + $"{exception.Message.TrimEnd('.')}. The rows are where they belong; make room or let this user write "
                + "there, then a retry completes them.";
        }
    }

    /// <summary>Writes the artifacts of a run that has ended.</summary>
    public void Complete(LedgerReader reader, long run)
    {
        try
        {
            var facts = reader.Facts(run);
            _ = WriteReport(facts);
            _artifacts.Complete(facts);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            say($"the artifacts of run {run} could not be completed: {exception.Message}");
        }
    }
}
