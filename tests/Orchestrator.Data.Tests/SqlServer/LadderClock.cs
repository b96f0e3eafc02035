namespace Orchestrator.Data.Tests.SqlServer;

/// <summary>A clock whose timers fire when the test says so.</summary>
internal sealed class LadderClock : TimeProvider
{
    private readonly List<FakeTimer> timers = [];

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new FakeTimer(() => callback(state));
        lock (timers)
        {
            timers.Add(timer);
        }

        return timer;
    }

    /// <summary>The patience of all timers is over.</summary>
    public void Fire()
    {
        FakeTimer[] due;
        lock (timers)
        {
            due = [.. timers];
        }

        foreach (var timer in due)
        {
            timer.Fire();
        }
    }

    private sealed class FakeTimer(Action fire) : ITimer
    {
        private bool isOver;

        public void Fire()
        {
            if (!isOver)
            {
                fire();
            }
        }

        public bool Change(TimeSpan dueTime, TimeSpan period) => true;

        public void Dispose() => isOver = true;

        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
