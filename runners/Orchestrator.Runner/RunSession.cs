using System.Data.Common;
using Orchestrator.Core;
using Orchestrator.Core.Machine;
using Orchestrator.Core.RunValues;
using Orchestrator.Data;
using Orchestrator.Data.Evidence;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Compile;
using Orchestrator.Packages;
using Orchestrator.Runner.Composition;
using Orchestrator.Runner.Evidence;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner;

/// <summary>Drives one run whose parts are made, from its first package to its summary.</summary>
internal sealed class RunSession(RunParts parts)
{
    /// <summary>Exit code of a run that somebody stopped from another terminal.</summary>
    private const int CancelledByAnother = ExitCode.Failed;

    private readonly RunBasis _basis = parts.Basis;
    private readonly RunRequest _request = parts.Basis.Request;
    private readonly Inbox<LoopMessage> _inbox = parts.Inbox;
    private readonly OutsideText _outside = parts.Outside;
    private readonly RunEnding _ending = new(parts);
    private RunHeader _header = parts.Header;

    /// <summary>Runs to the end, completes the artifacts and sums up; says so where the ledger was lost.</summary>
    public RunOutcome Run()
    {
        Listen();
        try
        {
            CrashPoint.Around("run.relaxed", parts.Durability.Enter);
            _header = _header with { Durability = parts.Durability.Lines, PutBack = parts.PutBack };
            parts.Notifier.Began(parts.View, _header);
            _basis.Ledger.WhenHeldUp = parts.Waits.HeldUp;
            using var servers = new SilentServers(
                Written().Of, _request.Time, (text, isOver) => _inbox.Tell(new TroubleCame(text, isOver)));
            var work = Work(servers);
            var machine = Machine();
            // Before anything reads; what cannot be moved is tried again at the end.
            _ = parts.Files.Any ? CrashPoint.Around("files.first", parts.Files.Move) : [];
            using var sampler = Sample(work.Meters);
            var bug = Loop(machine, work);
            // No package is left that a server could be silent to.
            servers.Dispose();
            CrashPoint.Pass("run.ended");
            parts.Warnings.AddRange(parts.Durability.Leave());
            Observe(sampler.End());
            _request.Stop.Listen(null);
            return new RunEnded(_ending.SumUp(_header, bug));
        }
        catch (Exception lost) when (lost is LedgerException or DbException)
        {
            return _ending.Lost(_header, lost);
        }
    }

    /// <summary>What happens to the lease, and who asks the run to stop, comes to the loop.</summary>
    private void Listen()
    {
        _basis.Lease.WhenLate = text => _inbox.Tell(text.Length > 0
            ? new TroubleCame(text) : new TroubleCame(
                $"The ledger '{_basis.Location.Name}' takes what is recorded again.", IsOver: true));
        _basis.Lease.WhenLost = why => _inbox.Tell(new LedgerFailed(why));
        _request.Stop.Listen(stop =>
        {
            parts.Durability.StopAsked(stop.Count);
            _inbox.Tell(new StopCame(stop.Count, stop.By));
        });
    }

    private WrittenDatabases Written() => new(_request, _basis.Placeholders, _header.SessionNamed);

    private PackageWork Work(SilentServers servers) => new(_request, _header, parts.Resources, parts.View, _inbox,
        parts.Clock, _basis.Placeholders, _outside, parts.Log, _basis.Location, parts.Durability.Relaxed,
        parts.Expected, servers, new WriteFence(() => _basis.Lease.IsHeld));

    private RunMachine Machine() => new(parts.Durability.WithReaders(), new RunMachineOptions
    {
        Slots = _header.Gate,
        FailFast = _request.FailFast,
        Selected = _request.Selected,
        SelectedTurns = _request.SelectedTurns,
        AskedTurns = _basis.Continued?.Continuation.AskedTurns ?? new Dictionary<int, AskedTurns>(),
        Done = _basis.Continued?.Continuation.Done ?? new Dictionary<int, string>(),
        Values = _basis.Continued?.Continuation.Values ?? new Dictionary<(int, int), RunValue>(),
        DoneByName = _basis.Continued?.Continuation.DoneInTurns ?? new Dictionary<string, PastTurn>(),
        TurnsThen = _basis.Continued?.Continuation.TurnsThen.ToDictionary(one => one.Key, one => one.Value.All)
            ?? new Dictionary<string, IReadOnlyList<TurnThen>>(),
        Expected = parts.Expected,
        Relaxed = parts.Durability.Relaxed,
        Facts = _basis.Continued?.Continuation.Facts ?? new Dictionary<int, AttemptFacts>(),
        Known = KnownFacts.Of(_request.Plan, _request.Solution, Identity()),
        PastFailures = _basis.Continued?.Continuation.PastFailures.Keys.ToHashSet()
            ?? new HashSet<(int Handler, int Subject)>(),
        PastFailuresInTurns = _basis.Continued?.Continuation.PastFailuresInTurns.Keys.ToHashSet()
            ?? new HashSet<(string Handler, string Subject)>(),
    });

    private RunIdentity Identity() => new(_header.Run, _header.Id, _header.NightBegan, _request.Solution.AsOf,
        _request.Solution.Environment, Environment.MachineName);

    /// <summary>Whether our own machinery failed (true), with the trace in the log.</summary>
    private bool Loop(RunMachine machine, PackageWork work)
    {
        // The machine's clock, as the run may be given another one; a loop that slept with its machine is not stuck.
        var pulse = new LoopPulse(TimeProvider.System);
        (_basis.Lease.SinceTurn, _basis.Lease.Wake) =
            (() => pulse.SinceTurn, () => _inbox.Tell(PulseWanted.Instance));
        var loop = new RunLoop(machine, Surroundings(pulse, work));
        using var requests = new RequestWatch(_basis.Location, _request.Time, _header.Run, Tell);
        _basis.Ledger.WhenHeldUp = null;
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
            parts.Log.Error($"{RunCodes.RunFailed} the run's own machinery failed: {exception}");
            return true;
        }
        finally
        {
            _basis.Ledger.WhenHeldUp = parts.Waits.HeldUp;
        }
    }

    private LoopSurroundings Surroundings(LoopPulse pulse, PackageWork work) => new()
    {
        Inbox = _inbox,
        Pulse = pulse,
        Clock = parts.Clock,
        Grace = _request.Grace,
        Facts = new FactsOfNight(_request.Plan, _basis.Continued?.Continuation),
        Targets = new TurnTargets(_request.Solution.Connections, _request.Plan, IsLeftOut),
        Begin = attempt => attempt.Thread.Begin(() =>
            _inbox.Tell(new AttemptReturned(attempt, work.Run(attempt), parts.Clock.Elapsed))),
        Record = Record,
        Tell = parts.Notifier.Of,
        Trouble = (text, atWork) => parts.Notifier.Trouble(parts.Clock.Elapsed, _outside.Line(text), atWork),
        StopAsked = by => parts.Notifier.StopAsked(parts.Clock.Elapsed, by),
        RequestStop = by => _request.Stop.Request(by, CancelledByAnother),
        Durability = parts.Durability,
        Harden = parts.Durability.Harden,
        Close = parts.Files.Any || parts.Durability.Relaxed.Count > 0 ? Close : null,
        Snapshot = now => parts.View.Publish(now, parts.Expected),
    };

    // What an earlier run has done has written its target; what nobody has selected writes none.
    private bool IsLeftOut(PlanNode node, int template)
    {
        var why = _basis.Continued?.Continuation.Done.GetValueOrDefault(template);
        return why is not null ? RunMachineOptions.IsNotSelected(why)
            : _request.Selected?.Contains(template) == false
                || (node.Turns.Count > 0 && _request.SelectedTurns.TryGetValue(template, out var meant)
                    && !TurnSelection.IsAmong(meant, node.TurnKeys));
    }

    /// <summary>What people wrote passes the gate before it goes anywhere.</summary>
    private void Tell(IReadOnlyList<RequestRecord> requests) => _inbox.Tell(new RequestsCame(
        [.. requests.Select(one => one with { Who = _outside.Line(one.Who), Reason = _outside.Line(one.Reason) })]));

    private Sampler Sample(AttemptMeters meters) => new(
        Written().All, meters,
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
                _basis.Ledger.Observe(databases);
            }
        }
        catch (LedgerException lost)
        {
            parts.Log.Error($"{lost.Code} what the databases did is not recorded: {lost.Message}");
        }
    }

    private RunVerdict Close(RunVerdict verdict)
    {
        CrashPoint.Pass("run.closing");
        _basis.Ledger.WhenHeldUp = parts.Waits.HeldUp;
        string[] warnings = [.. parts.Durability.Leave(), .. parts.Files.Any ? parts.Files.Move() : []];
        _basis.Ledger.WhenHeldUp = null;
        CrashPoint.Pass("run.closed");
        parts.Warnings.AddRange(warnings);
        return verdict == RunVerdict.Succeeded && warnings.Length > 0 ? RunVerdict.SucceededWithWarnings : verdict;
    }

    private void Record(LoopTurn turn) => _basis.Ledger.Record(TurnResults.Of(turn, ""), receipt =>
    {
        foreach (var begun in receipt.Attempts)
        {
            turn.Attempts[(begun.Node, begun.Attempt)].Id = begun.AttemptId;
        }

        _inbox.Tell(receipt.Failure is null ? new TurnCommitted(turn) : new LedgerFailed(receipt.Failure));
    });
}
