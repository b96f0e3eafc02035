using Orchestrator.Core.Machine;
using Orchestrator.Ledger;

namespace Orchestrator.Runner;

/// <summary>
/// Adds to a turn the reasons to wait that the ledger does not have yet: of what changes its state in this turn, and,
/// at most once a second, of all nodes. So they cost no commit of their own but that one a second, and only where one
/// changed. Used by the owner loop only.
/// </summary>
internal sealed class ReasonNews(RunMachine machine, RunClock clock, Action due)
{
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    private readonly List<NodeReason?> _recorded = [.. new NodeReason?[machine.Plan.Nodes.Count]];
    private TimeSpan _next;
    private ITimer? _timer;

    public void AddTo(LoopTurn turn)
    {
        // One look at the clock: on a busy machine the next could be past the due time, which no timer takes.
        var now = clock.Elapsed;
        if (!turn.HasMoved && now < _next)
        {
            return;
        }

        while (_recorded.Count < machine.Plan.Nodes.Count)
        {
            _recorded.Add(null);
        }

        foreach (var transition in turn.Transitions)
        {
            // The transition takes the old one out of the ledger.
            _recorded[transition.Node] = null;
        }

        if (now >= _next)
        {
            AddAll(turn, now);
            return;
        }

        foreach (var transition in turn.Transitions)
        {
            Add(transition.Node, turn);
        }

        _timer ??= clock.Time.CreateTimer(_ => due(), null, _next - now, Timeout.InfiniteTimeSpan);
    }

    /// <summary>The pause is over, also where a timer is ahead of the clock.</summary>
    public void ComeDue() => _next = TimeSpan.Zero;

    public void End() => _timer?.Dispose();

    private void AddAll(LoopTurn turn, TimeSpan now)
    {
        _timer?.Dispose();
        _timer = null;
        _next = now + Pause;
        for (var node = 0; node < _recorded.Count; node++)
        {
            Add(node, turn);
        }
    }

    private void Add(int node, LoopTurn turn)
    {
        var now = machine.ReasonOf(node);
        if (now is { } reason && now != _recorded[node])
        {
            turn.Reasons.Add(new CurrentReason(node, reason));
        }

        _recorded[node] = now;
    }
}
