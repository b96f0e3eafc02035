using Orchestrator.Core.Machine;
using Orchestrator.Core.RunValues;

namespace Orchestrator.Core.Tests.Simulation;

/// <summary>
/// The world around a machine, with a clock of its own: packages that take their time, fail, hang, are held up; ticks
/// as asked for; sometimes a cancellation, or people who ask for something. All from one seed.
/// </summary>
internal sealed class FakeShell
{
    private readonly Random _random;
    private readonly Plan _plan;
    private readonly Random? _values;
    private readonly int _failPercent;
    private readonly int _losePercent;
    private readonly PriorityQueue<RunEvent, (TimeSpan, int)> _future = new();
    private readonly Dictionary<int, int> _atWork = [];
    private readonly HashSet<int> _cancelling = [];
    private readonly HashSet<int> _held = [];
    private TimeSpan? _asked;
    private int _sequence;

    /// <param name="values">What packages set is from it; null = they set nothing.</param>
    public FakeShell(Random random, Plan plan, Random? values)
    {
        (_random, _plan, _values) = (random, plan, values);
        _failPercent = random.Next(3) switch { 0 => 0, 1 => 5, _ => 30 };
        _losePercent = random.Next(4) switch { 0 => 40, 1 => 5, _ => 0 };
        Tell(new Began(TimeSpan.Zero));
        foreach (var request in new FakeOperators(random, plan).Make())
        {
            Tell(request);
        }

        if (Chance(12))
        {
            var first = new CancelRequested(Seconds(120), "ctrl-c", IsHard: Chance(10));
            Tell(first);
            if (Chance(40))
            {
                Tell(new CancelRequested(first.At + Seconds(6), "ctrl-c again", IsHard: true));
            }
        }
    }

    /// <summary>The next thing to happen; null = nothing more can.</summary>
    public RunEvent? Next()
    {
        while (true)
        {
            var known = _future.TryPeek(out var e, out var key);
            if (_asked is { } asked && (!known || asked < key.Item1))
            {
                _asked = null;
                return new Tick(asked);
            }

            if (!known)
            {
                return null;
            }

            _future.Dequeue();
            if (StillHappens(e!))
            {
                return e;
            }
        }
    }

    public void Obey(TimeSpan now, IReadOnlyList<RunCommand> commands)
    {
        foreach (var command in commands)
        {
            switch (command)
            {
                case StartPackage start: Begin(now, start); break;
                case CancelPackage cancel: StopWork(now, cancel); break;
                case HardenDatabase flush: Harden(now, flush); break;
                case WakeAt wake: _asked = wake.At; break;
                default: break;
            }
        }
    }

    /// <summary>Drops what concerns an attempt that has ended before; keeps track of what is held up.</summary>
    private bool StillHappens(RunEvent e)
    {
        switch (e)
        {
            case AttemptEnded ended:
                if (_atWork.GetValueOrDefault(ended.Node) != ended.Attempt)
                {
                    return false;
                }

                _atWork.Remove(ended.Node);
                _cancelling.Remove(ended.Node);
                _held.Remove(ended.Node);
                return true;
            case HeldUp held:
                return _atWork.ContainsKey(held.Node) && _held.Add(held.Node) | true;
            case WentOn went:
                return _held.Remove(went.Node);
            case CancelRequested { IsHard: true }:
                LeaveBehind(e.At);
                return true;
            default:
                return true;
        }
    }

    private void Begin(TimeSpan now, StartPackage start)
    {
        _atWork.Add(start.Node, start.Attempt);
        var end = now + Seconds(40);
        if (Chance(30))
        {
            var from = now + ((end - now) * _random.NextDouble());
            Tell(new HeldUp(from, start.Node, WaitReason.WriterTurn + _random.Next(3), "Staging.db"));
            Tell(new WentOn(from + ((end - from) * _random.NextDouble() * 1.2), start.Node));
        }

        Tell(Chance(_failPercent)
            ? new AttemptEnded(end, start.Node, start.Attempt, NodeState.Failed, (ErrorClass)_random.Next(3))
            : new AttemptEnded(end, start.Node, start.Attempt,
                Chance(1) ? NodeState.Cancelled : NodeState.Succeeded, Warned: Chance(3)));
    }

    /// <summary>A flush takes its time; what is lost is sometimes one attempt, sometimes all.</summary>
    private void Harden(TimeSpan now, HardenDatabase flush)
    {
        var all = Chance(_losePercent / 4);
        Tell(new HardeningEnded(now + Seconds(8), flush.Database, [.. flush.Attempts
            .Where(_ => all || Chance(_losePercent)).Select(one => new Lost(one.Node, one.Attempt, "no marker"))]));
    }

    /// <summary>Nobody waits any more for what is at work.</summary>
    private void LeaveBehind(TimeSpan now)
    {
        foreach (var (package, attempt) in _atWork)
        {
            Tell(new AttemptEnded(now + Seconds(2), package, attempt, NodeState.Abandoned));
        }
    }

    private void StopWork(TimeSpan now, CancelPackage cancel)
    {
        Assert.That(_atWork.GetValueOrDefault(cancel.Node), Is.EqualTo(cancel.Attempt), "cancels what is at work");
        Assert.That(_cancelling.Add(cancel.Node), Is.True, "asks once");
        var outcome = _random.Next(20) switch
        {
            0 => NodeState.Abandoned,
            < 8 => NodeState.Failed,
            _ => NodeState.Cancelled,
        };
        Tell(new AttemptEnded(now + Seconds(5), cancel.Node, cancel.Attempt, outcome,
            outcome == NodeState.Failed ? (ErrorClass)_random.Next(3) : null));
    }

    private void Tell(RunEvent e)
    {
        var told = e is AttemptEnded ended && _values is not null ? Whole(ended, _values) : e;
        _future.Enqueue(told, (e.At, _sequence++));
    }

    /// <summary>With what it has read, and what a success has set.</summary>
    private AttemptEnded Whole(AttemptEnded ended, Random values) => ended with
    {
        Facts = values.Next(5) == 0 ? AttemptFacts.None : new AttemptFacts(Read: values.Next(3)),
        Sets = (ended.Outcome == NodeState.Succeeded ? _plan.Nodes[ended.Node].Sets : []).ToDictionary(
            variable => variable, variable => RandomValues.Value(_plan.Variables[variable], values)),
    };

    private TimeSpan Seconds(int max) => TimeSpan.FromMilliseconds(_random.Next(max * 1000));

    private bool Chance(int percent) => _random.Next(100) < percent;
}
