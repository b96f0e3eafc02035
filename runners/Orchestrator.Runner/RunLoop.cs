using Orchestrator.Core;
using Orchestrator.Core.Machine;
using Orchestrator.Ledger;

namespace Orchestrator.Runner;

/// <summary>
/// The one owner of the run machine. Each turn takes all that came in, applies it, hands what is to be recorded to the
/// ledger as one commit and turns on; starts and cancellations go out when their commit is acknowledged.
/// </summary>
internal sealed class RunLoop(RunMachine machine, LoopSurroundings around)
{
    private readonly Dictionary<int, Attempt> _atWork = [];
    private readonly Dictionary<(int Node, int Number), Attempt> _notHardened = [];
    private readonly PackageThreads _threads = new();
    private readonly ReasonNews _reasons = new(machine, around.Clock, () => around.Inbox.Tell(ReasonsDue.Instance));
    private ITimer? _wake;
    private LedgerException? _ledgerFailure;
    private EndRun? _end;
    private bool _stopping;

    private RunClock Clock => around.Clock;

    private Inbox<LoopMessage> Inbox => around.Inbox;

    /// <summary>
    /// Runs until the end is committed. Throws the ledger's exception where the ledger was lost on the way,
    /// after the packages at work have stopped.
    /// </summary>
    public EndRun Run()
    {
        try
        {
            Begin();
            List<LoopMessage> messages = [];
            while (_end is null)
            {
                Take(messages = Inbox.TakeAll(messages));
            }

            around.Snapshot(machine);
            return _end;
        }
        finally
        {
            around.Pulse.Rest();
            StopAll();
            _wake?.Dispose();
            _reasons.End();
            _threads.EndAll();
        }
    }

    /// <summary>How the run ended, committed; null = it has not.</summary>
    internal EndRun? Ended => _end;

    /// <summary>The first turn.</summary>
    internal void Begin()
    {
        around.Pulse.Turn();
        var first = new LoopTurn();
        Apply(new Began(Clock.Elapsed), first);
        Send(first);
    }

    /// <summary>One further turn, with all that has come.</summary>
    internal void Take(IReadOnlyList<LoopMessage> messages)
    {
        around.Pulse.Turn();
        var turn = new LoopTurn();
        foreach (var message in messages)
        {
            Take(message, turn);
        }

        if (_ledgerFailure is null)
        {
            Send(turn);
        }
        else if (_atWork.Count == 0)
        {
            throw _ledgerFailure;
        }
    }

    private void Take(LoopMessage message, LoopTurn turn)
    {
        switch (message)
        {
            case TurnCommitted committed:
                Release(committed.Turn);
                break;
            case AttemptReturned returned:
                End(returned, turn);
                break;
            case AttemptHeldUp { Attempt.IsOver: false, Over: { } over } held:
                Apply(new HeldUp(held.At, held.Attempt.Node.Index, held.Reason, over), turn);
                break;
            case AttemptHeldUp { Attempt.IsOver: false } goesOn:
                Apply(new WentOn(goesOn.At, goesOn.Attempt.Node.Index), turn);
                break;
            case AttemptWarned { Attempt.IsOver: false } warned:
                Warn(warned, turn);
                break;
            case FlushEnded flushed:
                Harden(flushed, turn);
                break;
            case GraceOver { Attempt.IsOver: false } over:
                Abandon(over.Attempt, turn);
                break;
            case StopCame stop:
                Stop(stop, turn);
                break;
            case RequestsCame came:
                Ask(came.Requests, turn);
                break;
            case WakeTimeCame:
                Apply(new Tick(Clock.Elapsed), turn);
                break;
            case ReasonsDue:
                _reasons.ComeDue();
                break;
            case SnapshotWanted:
                around.Snapshot(machine);
                break;
            case TroubleCame trouble:
                Tell(trouble.Text, trouble.IsOver ? [] : AtWork());
                break;
            case LedgerFailed failed:
                Lose(failed.Why);
                break;
        }
    }

    private void Apply(RunEvent happened, LoopTurn turn)
    {
        if (_ledgerFailure is not null)
        {
            return;
        }

        turn.HasMoved = true;
        var commands = machine.Apply(happened);
        around.Watch?.Invoke(happened, commands);
        foreach (var command in commands)
        {
            around.Hear(command, machine.Plan);
            switch (command)
            {
                case WakeAt wake:
                    WakeUpAt(wake.At);
                    break;
                case StartPackage start:
                    var attempt = new Attempt(
                        TurnPackages.Of(machine.Plan.Nodes[start.Node]), start.Attempt, _threads.Take())
                    {
                        Values = start.Values,
                        Facts = around.FactsFor(machine.Plan, start.Node),
                        Rival = around.Targets?.RivalOf(start.Node),
                    };
                    _atWork[start.Node] = attempt;
                    turn.Attempts[(start.Node, start.Attempt)] = attempt;
                    turn.Add(command);
                    break;
                case RecordTransition moved:
                    around.Facts?.Record(moved, turn.Attempts.GetValueOrDefault((moved.Node, moved.Attempt)));
                    turn.Add(command);
                    break;
                default:
                    turn.Add(command);
                    break;
            }
        }
    }

    private void Send(LoopTurn turn)
    {
        _reasons.AddTo(turn);
        if (around.Close is not null)
        {
            turn.HoldEnd();
        }

        if (turn.RecordsNothing)
        {
            Release(turn);
        }
        else
        {
            around.Record(turn);
        }
    }

    private void Release(LoopTurn turn)
    {
        foreach (var effect in turn.Effects)
        {
            switch (effect)
            {
                case StartPackage start when _ledgerFailure is null:
                    Begin(turn.Attempts[(start.Node, start.Attempt)]);
                    break;
                case CancelPackage cancel when _atWork.TryGetValue(cancel.Node, out var attempt)
                    && attempt.Number == cancel.Attempt:
                    AskToStop(attempt);
                    break;
                case HardenDatabase harden when _ledgerFailure is null:
                    Harden(harden);
                    break;
            }
        }

        around.Pulse.Outside(() => around.Tell(turn));
        _end ??= turn.End;
        if (turn.HeldEnd is { } end && _ledgerFailure is null)
        {
            around.Record(new LoopTurn
            {
                End = new EndRun(Clock.Elapsed, around.Pulse.Outside(() => around.Close!(end.Verdict))),
            });
        }
    }

    private void Harden(HardenDatabase harden)
    {
        IReadOnlyList<Attempt> attempts = [.. harden.Attempts.Select(key => _notHardened[key])];
        around.Harden(harden.Database, attempts, lost =>
            Inbox.Tell(new FlushEnded(harden.Database, attempts, lost, Clock.Elapsed)));
    }

    private void Harden(FlushEnded flushed, LoopTurn turn)
    {
        foreach (var attempt in flushed.Attempts)
        {
            _notHardened.Remove((attempt.Node.Index, attempt.Number));
            turn.Attempts[(attempt.Node.Index, attempt.Number)] = attempt;
        }

        Apply(new HardeningEnded(flushed.At, flushed.Database, flushed.Lost), turn);
    }

    private void Begin(Attempt attempt)
    {
        if (!attempt.IsOver)
        {
            attempt.HasBegun = true;
            around.Begin(attempt);
        }
    }

    private void End(AttemptReturned returned, LoopTurn turn)
    {
        var attempt = returned.Attempt;
        attempt.Thread.Free();
        if (attempt.IsOver)
        {
            return;
        }

        var result = returned.Result;
        attempt.Result = result;
        Finish(attempt, turn, new AttemptEnded(returned.At, attempt.Node.Index, attempt.Number, result.Outcome,
            result.Error?.Class, result.Warnings.Count + attempt.Warnings.Count > 0)
        {
            Sets = RunValuesOf.ByIndex(machine.Plan, result),
            Facts = RunValuesOf.Facts(attempt.Node, result),
        });
    }

    private static void Warn(AttemptWarned warned, LoopTurn turn)
    {
        var attempt = warned.Attempt;
        attempt.Warnings.Add(warned.Text);
        turn.Warnings.Add((attempt, new AttemptWarning(
            attempt.Node.Index, attempt.Number, attempt.Warnings.Count, warned.Text), warned.At));
    }

    private void Abandon(Attempt attempt, LoopTurn turn)
    {
        if (!attempt.HasBegun)
        {
            attempt.Thread.Free();
        }

        Finish(attempt, turn,
            new AttemptEnded(Clock.Elapsed, attempt.Node.Index, attempt.Number, NodeState.Abandoned));
    }

    private void Finish(Attempt attempt, LoopTurn turn, AttemptEnded ended)
    {
        attempt.IsOver = true;
        attempt.Grace?.Dispose();
        _atWork.Remove(attempt.Node.Index);
        if (attempt.Node.Relaxed >= 0 && ended.Outcome == NodeState.Succeeded)
        {
            _notHardened[(attempt.Node.Index, attempt.Number)] = attempt;
        }

        turn.Attempts[(attempt.Node.Index, attempt.Number)] = attempt;
        Apply(ended, turn);
    }

    private void Stop(StopCame stop, LoopTurn turn)
    {
        // Two requests can come before the loop hears of the first: the second still begins with the first's work.
        if (!_stopping)
        {
            _stopping = true;
            around.StopAsked(stop.By);
            Apply(new CancelRequested(Clock.Elapsed, stop.By), turn);
        }

        if (stop.Count == 1)
        {
            return;
        }

        Apply(new CancelRequested(Clock.Elapsed, stop.By, IsHard: true), turn);
        foreach (var attempt in _atWork.Values.ToArray())
        {
            attempt.Cancel();
            Abandon(attempt, turn);
        }
    }

    private void Ask(IReadOnlyList<RequestRecord> requests, LoopTurn turn)
    {
        foreach (var asked in requests)
        {
            turn.Requests[asked.Number] = asked;
            Apply(OperatorEvents.Of(asked, Clock.Elapsed), turn);
            var (_, answer) = turn.Answers.Find(one => one.Request.Number == asked.Number);
            if (asked is { Verb: RequestVerb.Cancel, Node: 0 } && answer is { IsDone: true } && !_stopping)
            {
                _stopping = true;
                var by = asked.Reason.Length == 0 ? asked.Who : $"{asked.Who}: {asked.Reason}";
                around.StopAsked(by);
                around.RequestStop(by);
            }
        }
    }

    private void AskToStop(Attempt attempt)
    {
        attempt.Cancel();
        attempt.Grace ??= Clock.Time.CreateTimer(
            _ => Inbox.Tell(new GraceOver(attempt)), null, around.Grace, Timeout.InfiniteTimeSpan);
    }

    private void Lose(LedgerException why)
    {
        var isNews = _ledgerFailure is null;
        _ledgerFailure ??= why;
        ForgetWhatHasNotBegun();
        // Where nobody is at work any more, the run ends with that message at once.
        if (isNews && _atWork.Count > 0)
        {
            Tell($"{why.Code} {why.Message}", AtWork());
        }

        StopAll();
    }

    private void Tell(string text, IReadOnlyList<string> atWork) =>
        around.Pulse.Outside(() => around.Trouble(text, atWork));

    private string[] AtWork() =>
        [.. _atWork.Values.Select(attempt => attempt.Node.Name).Order(StringComparer.Ordinal)];

    /// <summary>Without the ledger's word they never begin, so nobody would ever tell their end.</summary>
    private void ForgetWhatHasNotBegun()
    {
        foreach (var attempt in _atWork.Values.Where(attempt => !attempt.HasBegun).ToArray())
        {
            attempt.IsOver = true;
            attempt.Thread.Free();
            _atWork.Remove(attempt.Node.Index);
        }
    }

    private void StopAll()
    {
        foreach (var attempt in _atWork.Values)
        {
            AskToStop(attempt);
        }
    }

    private void WakeUpAt(TimeSpan at)
    {
        var due = at - Clock.Elapsed;
        _wake?.Dispose();
        _wake = Clock.Time.CreateTimer(_ => Inbox.Tell(WakeTimeCame.Instance), null,
            due > TimeSpan.Zero ? due : TimeSpan.Zero, Timeout.InfiniteTimeSpan);
    }
}
