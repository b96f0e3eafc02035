using Orchestrator.Core.Machine;

namespace Orchestrator.Core.Tests.Simulation;

/// <summary>Follows the attempts of each package: how many, when, how they end, and where the time went.</summary>
internal sealed class AttemptReferee(Plan plan, FlushReferee flushes)
{
    private readonly PerNode<int> _attempt = new();
    private readonly PerNode<bool> _isAtWork = new();
    private readonly PerNode<TimeSpan> _since = new();
    private readonly PerNode<TimeSpan> _startedAt = new();
    private readonly PerNode<TimeSpan?> _heldSince = new();
    private readonly PerNode<TimeSpan> _held = new();
    private readonly PerNode<TimeSpan> _backOff = new();
    private readonly PerNode<TimeSpan> _byOperator = new();
    private readonly PerNode<TimeSpan> _notBefore = new();
    private readonly PerNode<TimeSpan> _failedAt = new();
    private readonly PerNode<TimeSpan> _couldWait = new();
    private readonly HashSet<int> _warned = [];
    private readonly HashSet<(int, int)> _timesSeen = [];
    private TimeSpan _now;

    public bool HasWarned => _warned.Count > 0;

    public TimeSpan NotBefore(int package) => _notBefore[package];

    public void See(RunEvent e, PerNode<NodeState> states)
    {
        Book(e.At - _now, states);
        _now = e.At;
        switch (e)
        {
            case HeldUp held when _heldSince[held.Node] is null: _heldSince[held.Node] = e.At; break;
            case WentOn went: GoOn(went.Node); break;
            case AttemptEnded ended:
                GoOn(ended.Node);
                _ = ended is { Outcome: NodeState.Succeeded, Warned: true } && _warned.Add(ended.Node);
                break;
            default: break;
        }
    }

    public void See(RecordTransition transition)
    {
        var (node, from, to) = (transition.Node, transition.From, transition.To);
        if (from == NodeState.Pending && to == NodeState.Ready)
        {
            _since[node] = transition.At;
        }

        if (to == NodeState.Failed)
        {
            _failedAt[node] = transition.At;
            _warned.Remove(node);
        }

        if (to == NodeState.Running)
        {
            Require(!_isAtWork[node] && transition.Attempt == _attempt[node] + 1, "attempts count on, one at a time");
            Require(transition.Attempt <= plan.Nodes[node].Retry.Count + 1, "no more attempts than allowed");
            (_attempt[node], _isAtWork[node], _startedAt[node]) = (transition.Attempt, true, transition.At);
        }
        else if (from is NodeState.Running or NodeState.Cancelling && to != NodeState.Cancelling)
        {
            Require(_isAtWork[node] && transition.Attempt == _attempt[node], "one terminal state per attempt");
            Require(_timesSeen.Contains((node, _attempt[node])), "its times are recorded");
            _isAtWork[node] = false;
        }
        else if (from == NodeState.Failed)
        {
            SeeRetry(node);
        }
    }

    public void See(RecordTimes times, TimeSpan now)
    {
        var node = times.Node;
        Require(_isAtWork[node] && times.Attempt == _attempt[node], "times belong to the attempt at work");
        Require(_timesSeen.Add((node, times.Attempt)), "times are recorded once for each attempt");
        var lost = times.Attempt > 1 ? _failedAt[node] - _since[node] : TimeSpan.Zero;
        var flush = times.ByReason.GetValueOrDefault(WaitReason.Flush);
        Require(flush >= lost && flush - lost <= flushes.CouldWait(node) - _couldWait[node],
            "who waits for a flush has to");
        _couldWait[node] = flushes.CouldWait(node);
        var elapsed = now - _since[node];
        Require(times.Queued + times.Waiting + times.Working == elapsed, "queued + waiting + working = elapsed");
        Require(times.Waiting == _backOff[node] + _byOperator[node] + _held[node] + flush,
            "waiting is back-off and being held up");
        Require(times.ByReason.GetValueOrDefault(WaitReason.Held) == _byOperator[node],
            "what somebody held was Held so long");
        Require(times.Working == now - _startedAt[node] - _held[node], "working is the rest of the time at work");
        Require(times.ByReason.Values.Aggregate(TimeSpan.Zero, (sum, one) => sum + one) == elapsed, "reasons add up");
        (_since[node], _held[node]) = (now, TimeSpan.Zero);
        (_backOff[node], _byOperator[node]) = (TimeSpan.Zero, TimeSpan.Zero);
    }

    private void SeeRetry(int node)
    {
        var policy = plan.Nodes[node].Retry;
        var factor = policy.Exponential ? Math.Pow(2, _attempt[node] - 1) : 1;
        var delay = TimeSpan.FromTicks((long)Math.Min(policy.Delay.Ticks * factor, TimeSpan.TicksPerHour));
        _notBefore[node] = _now + delay;
    }

    private void Book(TimeSpan time, PerNode<NodeState> states)
    {
        for (var node = 0; node < plan.Nodes.Count; node++)
        {
            _byOperator[node] += states[node] == NodeState.Held ? time : TimeSpan.Zero;
            _backOff[node] += states[node] == NodeState.Ready && _notBefore[node] > _now ? time : TimeSpan.Zero;
        }
    }

    private void GoOn(int node)
    {
        _held[node] += _heldSince[node] is { } since ? _now - since : TimeSpan.Zero;
        _heldSince[node] = null;
    }

    private static void Require(bool holds, string rule)
    {
        if (!holds)
        {
            throw new BrokenRuleException(rule);
        }
    }
}
