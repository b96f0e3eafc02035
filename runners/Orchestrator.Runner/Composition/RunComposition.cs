using Orchestrator.Core.Machine;
using Orchestrator.Data;
using Orchestrator.Ledger;
using Orchestrator.Runner.Artifacts;
using Orchestrator.Runner.Durability;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner.Composition;

/// <summary>
/// Begins a run and makes its parts, in the order in which a process may die between them: dead runs are ended, the
/// run is recorded, its folder and log are made, and what dead runs left is seen to. Where one cannot be made, those
/// before it are ended.
/// </summary>
internal sealed class RunComposition(RunBasis basis)
{
    private readonly RunRequest _request = basis.Request;
    private readonly OutsideText _outside = new(basis.Request.Secrets);

    /// <summary>The parts of a run that may begin its first package; the caller ends them.</summary>
    /// <exception cref="LedgerException">The ledger cannot be read or written.</exception>
    public RunParts Begin(CancellationToken stop)
    {
        var artifacts = new RunArtifacts(_request.Solution.Folder, basis.Location, _outside);
        RunRecord[] dead =
            [.. basis.Continued?.Dead ?? [], .. basis.Ledger.FindEndedUnexpectedly(basis.Held, artifacts.Promise)];
        var clock = new RunClock(_request.Time);
        var beginnings = new RunBeginnings(basis, _outside);
        var number = basis.Ledger.Begin(beginnings.Record(clock.Begin), basis.Held);
        using var reader = LedgerReader.Open(basis.Location, _request.Time)!;
        var expected = Expected(reader);
        var facts = reader.Facts(number);
        var noted = artifacts.Begin(facts, _request.Time.GetUtcNow());
        var header = beginnings.Header(facts, reader, artifacts.FolderOf(number), dead);
        var parts = WithLog(header, noted, log => Parts(header, clock, expected, log));
        return Recovered(parts, reader, dead, stop);
    }

    private ExpectedDurations Expected(LedgerReader reader) => ExpectedDurations.FromSuccesses(
        reader.MedianDurations(_request.Plan.Environment).Select(median => (median.Key, median.Value)));

    private RunParts WithLog(RunHeader header, IReadOnlyList<string> noted, Func<RunLog, RunParts> make)
    {
        var log = new RunLog(Path.Combine(header.Folder, RunArtifacts.LogFile), _outside, _request);
        try
        {
            noted.ToList().ForEach(log.Warning);
            return make(log);
        }
        catch
        {
            log.Dispose();
            throw;
        }
    }

    /// <summary>Touches nothing outside of the process.</summary>
    private RunParts Parts(RunHeader header, RunClock clock, ExpectedDurations expected, RunLog log)
    {
        var inbox = new Inbox<LoopMessage>();
        var resources = new RunResources();
        var scopes = Scopes(header, resources);
        var notifier = new RunNotifier(_request, header, log) { Continued = basis.Continued?.Continuation };
        var waits = new LedgerWaits(basis, notifier, clock, _outside);
        return new RunParts
        {
            Basis = basis,
            Outside = _outside,
            Clock = clock,
            Expected = expected,
            Header = header,
            Log = log,
            Inbox = inbox,
            View = new RunView(_request.Plan, _request.Selected,
                () => inbox.Tell(SnapshotWanted.Instance), () => clock.Elapsed),
            Notifier = notifier,
            Waits = waits,
            Artifacts = new ArtifactsWriter(_request, basis.Location, _outside, log.Warning),
            Files = new FilesToMove(
                _request, basis.Location, basis.Placeholders, _outside, log, waits.HeldUp),
            Resources = resources,
            Scopes = scopes,
            Durability = new RunDurability(_request, scopes, basis.Ledger, header.Run, log),
        };
    }

    private ScopeSurroundings Scopes(RunHeader header, RunResources resources) => new()
    {
        Targets = new RelaxedTargets(
            _request.Solution, basis.Placeholders, _request.Time, header.SessionNamed("durability")),
        Location = basis.Location,
        Ledger = header.Ledger,
        Turns = resources.WriterTurns,
        Time = _request.Time,
        Outside = _outside,
        Fence = _request.Fence,
    };

    private static RunParts Recovered(
        RunParts parts, LedgerReader reader, IReadOnlyList<RunRecord> dead, CancellationToken stop)
    {
        try
        {
            new RunRecovery(parts).SeeTo(reader, dead, stop);
            foreach (var text in new GoneFromPlan(parts.Basis.Request, reader).Lines(parts.Header.Run))
            {
                parts.Log.Warning(text);
                parts.Warnings.Add(parts.Outside.Line(text));
            }

            return parts;
        }
        catch
        {
            parts.Dispose();
            throw;
        }
    }
}
