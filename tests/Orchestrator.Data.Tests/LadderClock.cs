namespace Orchestrator.Data.Tests;

/// <summary>A clock whose timers fire when the test says so.</summary>
internal sealed class LadderClock : TimeProvider
{
    private readonly List<FakeTimer> _timers = [];

    /// <summary>For how long each of them was set, in milliseconds.</summary>
    public List<double> Pauses { get; } = [];

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new FakeTimer(() => callback(state));
        lock (_timers)
        {
            _timers.Add(timer);
            Pauses.Add(dueTime.TotalMilliseconds);
        }

        return timer;
    }

    /// <summary>The patience of all timers is over.</summary>
    public void Fire()
    {
        FakeTimer[] due;
        lock (_timers)
        {
            due = [.. _timers];
        }

        foreach (var timer in due)
        {
            timer.Fire();
        }
    }

    private sealed class FakeTimer(Action fire) : ITimer
    {
        private bool _isOver;

        public void Fire()
        {
            if (!_isOver)
            {
                fire();
            }
        }

        public bool Change(TimeSpan dueTime, TimeSpan period) => true;

        public void Dispose() => _isOver = true;

        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
