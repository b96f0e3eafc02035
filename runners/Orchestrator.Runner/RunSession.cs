using System.Data.Common;
using Orchestrator.Data;
using Orchestrator.Data.Evidence;
using Orchestrator.Engine;
using Orchestrator.Engine.Machine;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Leases;
using Orchestrator.Metadata.Compile;
using Orchestrator.Packages;
using Orchestrator.Runner.Artifacts;
using Orchestrator.Runner.Durability;
using Orchestrator.Runner.Evidence;
using Orchestrator.Runner.Retry;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner;

/// <summary>One run from its row in the ledger to its summary: wires the loop to everything around it.</summary>
internal sealed class RunSession : IDisposable
{
    /// <summary>Exit code of a run that somebody stopped from another terminal.</summary>
    private const int CancelledByAnother = 1;

    /// <summary>Exit code of a run whose artifacts are missing, whatever became of its rows.</summary>
    private const int Incomplete = 1;

    private readonly RunRequest _request;
    private readonly ContinuedRun? _continued;
    private readonly LedgerLocation _location;
    private readonly LedgerWriter _ledger;
    private readonly LeaseKeeper _lease;
    private readonly Placeholders _placeholders;
    private readonly OutsideText _outside;
    private readonly RunArtifacts _artifacts;
    private readonly ArtifactsDesk _desk;
    private readonly RunClock _clock;
    private readonly Inbox<LoopMessage> _inbox = new();
    private readonly ExpectedDurations _expected;
    private readonly RunLog _log;
    private readonly RunView _view;
    private readonly Telling _telling;
    private readonly FilesToMove _files;
    private readonly RunResources _resources = new();
    private readonly RunDurability _durability;
    private readonly List<string> _warnings = [];
    private readonly List<string> _putBack = [];
    private RunHeader _header;

    private RunSession(RunRequest request, LedgerLocation location, RunLock held, LedgerWriter ledger,
        LeaseKeeper lease, Placeholders placeholders, ContinuedRun? continued, CancellationToken stop)
    {
        _request = request;
        _continued = continued;
        _location = location;
        _ledger = ledger;
        _lease = lease;
        _placeholders = placeholders;
        _outside = new OutsideText(request.Secrets);
        _artifacts = new RunArtifacts(request.Solution.Folder, location, _outside);
        RunRecord[] dead = [.. continued?.Dead ?? [], .. ledger.FindEndedUnexpectedly(held, _artifacts.Promise)];
        _clock = new RunClock(request.Time);
        var (slots, why) = RunHost.GateOf(request);
        var commit = GitCommit.Of(request.Solution.Folder);
        var number = ledger.Begin(Beginning(slots, why, commit), held);
        using var reader = LedgerReader.Open(location, request.Time)!;
        _expected = ExpectedDurations.FromSuccesses(
            reader.MedianDurations(request.Plan.Environment).Select(median => (median.Key, median.Value)));
        var facts = reader.Facts(number);
        var noted = _artifacts.Begin(facts, request.Time.GetUtcNow());
        _header = HeaderOf(facts, why, commit, dead) with { Ledger = reader.Identity };
        _header = _header with { Connections = reader.Connections(number) };
        _log = new RunLog(Path.Combine(_header.Folder, RunArtifacts.LogFile), _outside, request);
        noted.ToList().ForEach(_log.Warning);
        _desk = new ArtifactsDesk(request, location, _outside, _log.Warning);
        _view = new RunView(
            request.Plan, request.Selected, slots, () => _inbox.Tell(SnapshotWanted.Instance), () => _clock.Elapsed);
        _telling = new Telling(request, _header, _log);
        _files = new FilesToMove(request, location, placeholders, _outside, _log);
        var around = Around();
        _durability = new RunDurability(request, around, ledger, number, _log);
        EndSessions(reader, stop);
        CrashPoint.Around("recovery.scopes", () =>
            Tell(new DeadScopes(around, $"run {number}").FinishAll(reader, continued?.Scopes ?? [], stop)));
        CrashPoint.Around("recovery.artifacts", () => _desk.CompleteOthers(
            reader, dead, number, request.Plan.Batch, request.Plan.Environment));
    }

    /// <summary>Of runs that died: before anything of them is judged, so that none of it commits later.</summary>
    private void EndSessions(LedgerReader reader, CancellationToken stop)
    {
        if (_continued is not null)
        {
            _continued.Noted.ToList().ForEach(_log.Warning);
            _warnings.AddRange(_continued.Warnings);
            _warnings.AddRange(WarnedBefore.Lines(_continued.Continuation).Select(_outside.Line));
            return;
        }

        var left = new LeftSessions(
            _request, _placeholders, _outside, _header.Ledger, _header.SessionNamed, _log.Warning);
        var died = left.Died(reader, _header.Run);
        new ProgramsOfDead(_log.Warning, _request.Awaited).End(reader, died, stop);
        _warnings.AddRange(left.End(died, stop));
    }

    /// <summary>Records the beginning and writes the manifest.</summary>
    public static RunSession Begin(RunRequest request, LedgerLocation location, RunLock held, LedgerWriter ledger,
        LeaseKeeper lease, Placeholders placeholders, ContinuedRun? continued, CancellationToken stop) =>
        new(request, location, held, ledger, lease, placeholders, continued, stop);

    /// <summary>Runs to the end, completes the artifacts and sums up; says so where the ledger was lost.</summary>
    public RunOutcome Run()
    {
        _lease.WhenLate = text => _inbox.Tell(text.Length > 0
            ? new TroubleCame(text) : new TroubleCame($"The ledger '{_location.Name}' takes what is recorded again.",
                IsOver: true));
        _lease.WhenLost = why => _inbox.Tell(new LedgerFailed(why));
        _request.Stop.Listen(stop =>
        {
            _durability.StopAsked(stop.Count);
            _inbox.Tell(new StopCame(stop.Count, stop.By));
        });
        try
        {
            CrashPoint.Around("run.relaxed", _durability.Enter);
            _header = _header with { Durability = _durability.Lines, PutBack = _putBack };
            _telling.Began(_view, _header);
            using var servers = new SilentServers(
                new WrittenDatabases(_request, _placeholders, _header.SessionNamed).Of, _request.Time,
                (text, isOver) => _inbox.Tell(new TroubleCame(text, isOver)));
            var work = new PackageWork(_request, _header, _resources, _view, _inbox, _clock, _placeholders, _outside,
                _log, _location, _durability.Relaxed, _expected, servers, new WriteFence(() => _lease.IsHeld));
            var machine = new RunMachine(_durability.WithReaders(), new RunMachineOptions
            {
                Slots = _header.Gate,
                FailFast = _request.FailFast,
                Selected = _request.Selected,
                Done = _continued?.Continuation.Done ?? new Dictionary<int, string>(),
                Expected = _expected,
                Relaxed = _durability.Relaxed,
            });
            // Before anything reads; what cannot be moved is tried again at the end.
            _ = _files.Any ? CrashPoint.Around("files.first", _files.Move) : [];
            using var sampler = Sample(work.Meters);
            var bug = Loop(machine, work);
            CrashPoint.Pass("run.ended");
            _warnings.AddRange(_durability.Leave());
            Observe(sampler.End());
            _request.Stop.Listen(null);
            return new RunEnded(SumUp(bug));
        }
        catch (Exception lost) when (lost is LedgerException or DbException)
        {
            return Lost(lost);
        }
    }

    public void Dispose()
    {
        _durability.Dispose();
        _log.Dispose();
    }

    /// <summary>Whether our own machinery failed (true), with the trace in the log.</summary>
    private bool Loop(RunMachine machine, PackageWork work)
    {
        // The machine's clock, as the run may be given another one; a loop that slept with its machine is not stuck.
        var pulse = new LoopPulse(TimeProvider.System);
        (_lease.SinceTurn, _lease.Wake) = (() => pulse.SinceTurn, () => _inbox.Tell(PulseWanted.Instance));
        var loop = new RunLoop(machine, new LoopSurroundings
        {
            Inbox = _inbox,
            Pulse = pulse,
            Clock = _clock,
            Grace = _request.Grace,
            Begin = attempt => attempt.Thread.Begin(() =>
                _inbox.Tell(new AttemptReturned(attempt, work.Run(attempt), _clock.Elapsed))),
            Record = Record,
            Tell = _telling.Of,
            Trouble = (text, atWork) => _telling.Trouble(_clock.Elapsed, _outside.Line(text), atWork),
            StopAsked = by => _telling.StopAsked(_clock.Elapsed, by),
            RequestStop = by => _request.Stop.Request(by, CancelledByAnother),
            Harden = _durability.Harden,
            Close = _files.Any || _durability.Relaxed.Count > 0 ? Close : null,
            Snapshot = now => _view.Publish(now, _expected),
        });
        using var requests = new RequestWatch(_location, _request.Time, _header.Run, Tell);
        try
        {
            loop.Run();
            return false;
        }
        catch (LedgerException)
        {
            throw;
        }
#pragma warning disable CA1031 // A bug of ours stops the run; its trace belongs in the log, not on the screen.
        catch (Exception exception)
#pragma warning restore CA1031
        {
            _log.Error($"{RunCodes.RunFailed} the run's own machinery failed: {exception}");
            return true;
        }
    }

    /// <summary>What people wrote passes the gate before it goes anywhere.</summary>
    private void Tell(IReadOnlyList<RequestRecord> requests) => _inbox.Tell(new RequestsCame(
        [.. requests.Select(one => one with { Who = _outside.Line(one.Who), Reason = _outside.Line(one.Reason) })]));

    private Sampler Sample(AttemptMeters meters) => new(
        new WrittenDatabases(_request, _placeholders, _header.SessionNamed).All, meters,
        new SamplerClock(
            _request.Time, () => ThreadTime.Of(_request.Time), () => Environment.CpuUsage.TotalTime),
        fault => _outside.Line(fault.Message), Observe);

    /// <summary>Records what was seen of the databases; the run stays as it is, whatever happens here.</summary>
    private void Observe(IReadOnlyList<DatabaseEvidence> databases)
    {
        try
        {
            if (databases.Count > 0)
            {
                _ledger.Observe(databases);
            }
        }
        catch (LedgerException lost)
        {
            _log.Error($"{lost.Code} what the databases did is not recorded: {lost.Message}");
        }
    }

    private RunVerdict Close(RunVerdict verdict)
    {
        CrashPoint.Pass("run.closing");
        string[] warnings = [.. _durability.Leave(), .. _files.Any ? _files.Move() : []];
        CrashPoint.Pass("run.closed");
        _warnings.AddRange(warnings);
        return verdict == RunVerdict.Succeeded && warnings.Length > 0 ? RunVerdict.SucceededWithWarnings : verdict;
    }

    private ScopeSurroundings Around() => new()
    {
        Targets = new RelaxedTargets(
            _request.Solution, _placeholders, _request.Time, _header.SessionNamed("durability")),
        Location = _location,
        Ledger = _header.Ledger,
        Turns = _resources.WriterTurns,
        Time = _request.Time,
        Outside = _outside,
        Fence = _request.Fence,
    };

    /// <summary>Before anything reads: what runs that have died left behind.</summary>
    private void Tell(IReadOnlyList<DeadScope> scopes)
    {
        foreach (var found in scopes)
        {
            var text = DeadScopeText.Of(found);
            if (found.IsWell)
            {
                _log.Information(text);
                _putBack.Add(_outside.Line(text));
            }
            else
            {
                _log.Warning(text);
                _warnings.Add(text);
            }
        }
    }

    private void Record(Turn turn) => _ledger.Record(TurnResults.Of(turn, ""), receipt =>
    {
        foreach (var begun in receipt.Attempts)
        {
            turn.Attempts[(begun.Node, begun.Attempt)].Id = begun.AttemptId;
        }

        _inbox.Tell(receipt.Failure is null ? new TurnCommitted(turn) : new LedgerFailed(receipt.Failure));
    });

    private RunSummary SumUp(bool bug)
    {
        using var reader = LedgerReader.Open(_location, _request.Time) ?? throw new LedgerException(
            LedgerCodes.WriteFailed, $"The ledger '{_location.Name}' was removed while the run was at work.");
        var facts = reader.Facts(_header.Run);
        var summary = RunSummaries.Of(_header, facts, _request.Plan, _request.Stop.ExitCode);
        summary = summary with
        {
            ExitCode = bug ? 5 : summary.ExitCode,
            LedgerCommits = _ledger.Commits,
            Warnings = [.. summary.Warnings, .. _warnings.Select(text => new PackageWarning("", text))],
        };
        // Before the others, of which the last tells that none is missing.
        summary = summary with { Report = _desk.WriteReport(facts) };
        if (_desk.Finish(facts) is { } text)
        {
            _log.Error(text);
            summary = summary with
            {
                ExitCode = Math.Max(summary.ExitCode, Incomplete),
                NextCommand = $"retry {_header.Run}",
                Warnings = [.. summary.Warnings, new PackageWarning("", _outside.Line(text))],
            };
        }

        if (_log.Lost is { } lost)
        {
            summary = summary with
            {
                Warnings =
                [
                    .. summary.Warnings,
                    new PackageWarning("", _outside.Line($"lines of run.log are lost: {lost}")),
                ],
            };
        }

        _telling.Finished(summary);
        return summary;
    }

    private RunLost Lost(Exception lost)
    {
        var code = (lost as LedgerException)?.Code ?? LedgerCodes.WriteFailed;
        _log.Error($"{code} the ledger was lost while the run was at work: {lost}");
        return new RunLost(
            _header, code, _outside.Block(lost.Message), [.. _durability.Leave().Select(_outside.Block)]);
    }

    private RunBeginning Beginning(int slots, string why, string? commit) => new()
    {
        Plan = _request.Plan,
        PlanJson = PlanJson.Write(_request.Document),
        GateSlots = slots,
        Processors = _request.Processors,
        Started = _clock.Begin,
        Origin = RunOrigin.OfThisProcess(),
        GitCommit = commit ?? "",
        Continues = _continued?.Continuation.Run.Number,
        Firing = _request.Firing,
        Done = _request.Plan.Nodes
            .Where(node => node is { Kind: NodeKind.Package, Enabled: true }
                && _request.Selected?.Contains(node.Index) == false)
            .ToDictionary(node => node.Index,
                node => _continued?.Continuation.Done.GetValueOrDefault(node.Index) ?? RunMachineOptions.NotSelected),
        Connections = _continued?.Connections ?? new ConnectionPlaces(_request, _placeholders, _outside).All,
        Files = [.. _request.Solution.Files.Select(file => new PlanFile(file.Path, file.Text))],
        Version = RunHost.Version,
        Options =
        [
            .. _request.Options.Select(option => new RunOption(
                _outside.Line(option.Name), _outside.Line(option.Value), _outside.Line(option.From))),
            .. Given().Where(given => _request.Options.All(option => option.Name != given.Name)),
            new RunOption("gate", $"{slots}", why),
        ],
    };

    /// <summary>What the run works with, also where nobody named it: a later run can be given the same.</summary>
    private IEnumerable<RunOption> Given()
    {
        if (_request.Solution.AsOf != default)
        {
            yield return new RunOption("as-of", $"{_request.Solution.AsOf:yyyy-MM-dd}", "default");
        }

        if (_request.FullRefresh)
        {
            yield return new RunOption(RunOption.FullRefresh, "true", "default");
        }

        foreach (var variable in _request.Solution.Variables.Where(variable => variable.Value is not null))
        {
            yield return new RunOption(
                $"var.{variable.Name}", _outside.Line(variable.Value!.Text), _outside.Line(variable.From));
        }
    }

    private RunHeader HeaderOf(RunFacts facts, string gateWhy, string? commit, IReadOnlyList<RunRecord> dead) => new()
    {
        Run = facts.Run.Number,
        Id = facts.Run.Id,
        Batch = facts.Run.Batch,
        Environment = facts.Run.Environment,
        StartedAt = facts.Run.Started,
        NightBegan = _continued?.Began ?? facts.Run.Started,
        Gate = facts.Run.GateSlots,
        GateWhy = gateWhy,
        Processors = facts.Run.Processors,
        PlanHash = facts.Run.PlanHash,
        GitCommit = commit,
        Packages = facts.Packages.Count(node => _request.Selected?.Contains(node.Node) ?? true),
        Folder = _artifacts.FolderOf(facts.Run.Number),
        Options = _request.Options,
        Continues = facts.Run.Continues,
        Done = _continued?.Continuation.PackagesDone ?? 0,
        EndedUnexpectedly = [.. dead.Select(run => run.Number)],
    };
}
