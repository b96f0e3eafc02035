using Orchestrator.Ledger;
using Orchestrator.Runner.Artifacts;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner.Retry;

/// <summary>
/// What is left to do where all that a run was to do is done: a process that died behind the last package has neither
/// moved its files nor written its artifacts.
/// </summary>
internal sealed class NothingToRun(
    RunRequest request, LedgerLocation location, PlaceholderResolver placeholders, Action<LedgerHold> heldUp)
{
    private readonly OutsideText _outside = new(request.Secrets);

    /// <summary>Does it, and returns what people should know.</summary>
    /// <param name="dead">Runs that were just found dead.</param>
    /// <exception cref="LedgerException">The ledger cannot be read or written.</exception>
    public IReadOnlyList<string> Finish(IReadOnlyList<RunRecord> dead)
    {
        var files = new FilesToMove(request, location, placeholders, _outside, log: null, heldUp);
        var failed = files.Any ? files.Move() : [];
        using var reader = LedgerReader.Reopen(location, request.Time);
        List<string> said = [];
        new ArtifactsWriter(request, location, _outside, said.Add).CompleteOthers(
            reader, dead, own: 0, request.Plan.Batch, request.Plan.Environment);
        return [.. failed, .. said.Select(_outside.Line)];
    }
}
