namespace Orchestrator.Runner.Tests;

/// <summary>A clock that stands still until a test moves it; timers fire on the thread that moves it.</summary>
internal sealed class FakeTime : TimeProvider
{
    private readonly object _lock = new();
    private readonly List<FakeTimer> _timers = [];
    private DateTimeOffset _now = new(2026, 1, 1, 2, 0, 0, TimeSpan.Zero);

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override DateTimeOffset GetUtcNow()
    {
        lock (_lock)
        {
            return _now;
        }
    }

    public override long GetTimestamp() => GetUtcNow().Ticks;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        lock (_lock)
        {
            var timer = new FakeTimer(this, () => callback(state), _now + dueTime);
            _timers.Add(timer);
            Monitor.PulseAll(_lock);
            return timer;
        }
    }

    /// <summary>Waits until somebody has set a timer that is due in exactly this time, then moves there.</summary>
    public void AdvanceToTimer(TimeSpan within)
    {
        List<FakeTimer> due;
        lock (_lock)
        {
            while (!_timers.Exists(timer => timer.Due == _now + within))
            {
                if (!Monitor.Wait(_lock, TimeSpan.FromMinutes(5)))
                {
                    throw new TimeoutException($"nobody set a timer that is due in {within}");
                }
            }

            _now += within;
            due = _timers.FindAll(timer => timer.Due <= _now);
            due.ForEach(timer => _timers.Remove(timer));
        }

        due.ForEach(timer => timer.Fire());
    }

    /// <summary>Moves on; timers that are due by then fire.</summary>
    public void Advance(TimeSpan by)
    {
        List<FakeTimer> due;
        lock (_lock)
        {
            _now += by;
            due = _timers.FindAll(timer => timer.Due <= _now);
            due.ForEach(timer => _timers.Remove(timer));
        }

        due.ForEach(timer => timer.Fire());
    }

    private void Remove(FakeTimer timer)
    {
        lock (_lock)
        {
            _timers.Remove(timer);
        }
    }

    private sealed class FakeTimer(FakeTime time, Action fire, DateTimeOffset due) : ITimer
    {
        public DateTimeOffset Due { get; } = due;

        public void Fire() => fire();

        public bool Change(TimeSpan dueTime, TimeSpan period) => throw new NotSupportedException();

        public void Dispose() => time.Remove(this);

        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
