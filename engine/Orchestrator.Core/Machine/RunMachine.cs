namespace Orchestrator.Core.Machine;

/// <summary>
/// One execution of a plan as a pure state machine: events in, commands out; no clock, no thread, no input or output.
/// Not thread-safe: one loop owns it. The same plan, options and events give the same commands.
/// </summary>
public sealed class RunMachine
{
    private readonly RunBoard _board;
    private readonly Progress _progress;
    private readonly Stops _stops;
    private readonly Attempts _attempts;
    private readonly Reasons _reasons;
    private readonly Hardening _hardening;
    private readonly Operators _operators;

    /// <summary>A machine that awaits <see cref="Began"/>.</summary>
    /// <exception cref="ArgumentException">The plan is no tree in order, or holds a cycle; or no slots.</exception>
    public RunMachine(Plan plan, RunMachineOptions options)
    {
        _board = new RunBoard(plan, options);
        var holds = new Holds(_board);
        _progress = new Progress(_board, holds);
        _stops = new Stops(_board, _progress);
        _progress.WhenFailed = _stops.AfterFailure;
        _attempts = new Attempts(_board, _progress, _stops, holds);
        _hardening = new Hardening(_board, _progress, _stops, _attempts);
        _operators = new Operators(_board, _progress, _stops, holds);
        _reasons = new Reasons(_board);
    }

    /// <summary>The plan that is run, with all nodes that have come to it.</summary>
    public Plan Plan => _board.Plan;

    /// <summary>Packages that hold a slot: at work, cancelling, or abandoned.</summary>
    public int SlotsInUse => _board.Queue.SlotsInUse;

    /// <summary>Time of the last event.</summary>
    public TimeSpan Now => _board.Now;

    /// <summary>How the run ended; null = it has not.</summary>
    public RunVerdict? Verdict { get; private set; }

    /// <summary>
    /// Expected time until the run ends, from past durations (an unknown one counts as the median of the known); null =
    /// nothing is known. Costs one pass over the plan.
    /// </summary>
    public TimeSpan? ExpectedTimeLeft => TimeLeft.Of(_board);

    /// <summary>
    /// Takes one event and answers with the commands of this turn: records first, then starts and cancellations,
    /// flushes, <see cref="WakeAt"/>, last <see cref="EndRun"/>. The list is reused: it is valid until the next call.
    /// An event older than the last one counts as happening now. After the end ticks, requests and ends of flushes are
    /// ignored, but that who asks from another terminal is told so.
    /// </summary>
    /// <exception cref="InvalidOperationException">The event is impossible in this state: a bug.</exception>
    public IReadOnlyList<RunCommand> Apply(RunEvent e)
    {
        _board.Turn.Begin();
        if (Verdict is not null && e is (Tick or CancelRequested or HardeningEnded or OperatorRequest))
        {
            if (e is OperatorRequest late)
            {
                _board.Turn.Record(new RecordAnswer(
                    _board.Now, late.Request, false, "all of the run has ended already"));
            }

            return _board.Turn.End();
        }

        _board.Now = e.At > _board.Now ? e.At : _board.Now;
        Take(e);
        Ring();
        _progress.Drain();
        _attempts.StartReady();
        _board.Flushes.Begin();
        _reasons.Settle();
        Close();
        return _board.Turn.End();
    }

    public NodeState StateOf(int node) => _board.Nodes[node].State;

    /// <summary>The one reason why a node is not further; null = it has ended.</summary>
    public NodeReason? ReasonOf(int node) => _reasons.Of(node);

    /// <summary>Number of the attempt at work, or of the last one; 0 = none yet.</summary>
    public int AttemptOf(int node) => _board.Nodes[node].Package?.Attempt ?? 0;

    /// <summary>What the machine remembers, for tests that break it.</summary>
    internal RunBoard Board => _board;

    private void Take(RunEvent e)
    {
        if ((e is Began) == _board.HasBegun || Verdict is not null)
        {
            throw new InvalidOperationException($"{e} cannot come here: a run begins once, first, and ends once");
        }

        switch (e)
        {
            case Began: Begin(); break;
            case AttemptEnded ended: _attempts.End(ended); break;
            case HeldUp held: _attempts.HoldUp(held); break;
            case WentOn went: _attempts.GoOn(went); break;
            case HardeningEnded ended: _hardening.End(ended); break;
            case BoardGrew grew: _progress.Grow(grew.Nodes); break;
            case Tick: _board.Timers.ForgetAsked(); break;
            case OperatorRequest request: _operators.Take(request); break;
            case CancelRequested cancel: _stops.Cancel($"cancelled by {cancel.By}", cancel.IsHard); break;
            default: throw new InvalidOperationException($"{e.GetType().Name} is no event of a run");
        }
    }

    private void Begin()
    {
        _board.HasBegun = true;
        if (Plan.Timeout is { } timeout)
        {
            _board.Timers.Set(_board.Now + timeout, new Timer(TimerKind.Run, 0, 0));
        }

        _progress.Begin();
    }

    /// <summary>Acts on the timers that are due; the event that came with them was first.</summary>
    private void Ring()
    {
        while (_board.Timers.TryTakeDue(_board.Now, out var timer))
        {
            switch (timer.Kind)
            {
                case TimerKind.Run: TimeOut(); break;
                case TimerKind.Retry: _attempts.Requeue(timer.Node); break;
                case TimerKind.Flush: _board.Flushes.Ring(timer); break;
                default: _attempts.TimeOut(timer.Node); break;
            }
        }
    }

    private void TimeOut()
    {
        _board.IsTimedOut = true;
        _stops.Cancel($"the timeout of {Plan.Timeout} of the run is over");
    }

    private void Close()
    {
        if (!_board.Nodes[0].HasEnded)
        {
            if (_board.Timers.TryAsk(out var at))
            {
                _board.Turn.Effect(new WakeAt(at));
            }

            return;
        }

        Verdict = VerdictNow();
        _board.Turn.Effect(new EndRun(_board.Now, Verdict.Value));
    }

    /// <summary>
    /// An attempt that did not stop in its time or the run's own time-out outweighs a cancellation, that one a failure.
    /// A run of which something was skipped has not done all that it is for.
    /// </summary>
    private RunVerdict VerdictNow() => _board switch
    {
        { HasOutlasted: true } or { IsTimedOut: true } => RunVerdict.Failed,
        { Cancelled: not null } => RunVerdict.Cancelled,
        _ when FailureRules.IsBad(StateOf(0)) && StateOf(0) != NodeState.SkippedByOperator => RunVerdict.Failed,
        _ => _board.Warned > 0 || _board.HasSkipped ? RunVerdict.SucceededWithWarnings : RunVerdict.Succeeded,
    };
}
