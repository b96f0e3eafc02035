namespace Orchestrator.Cli.Tests;

/// <summary>A clock on which every wait lasts as long as it says, and plays the next step of a script.</summary>
internal sealed class ScriptedTime(DateTimeOffset now, params Action[] steps) : TimeProvider
{
    private readonly Queue<Action> _steps = new(steps);
    private DateTimeOffset _now = now;

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override DateTimeOffset GetUtcNow() => _now;

    public override long GetTimestamp() => _now.Ticks;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        _now += dueTime;
        _steps.Dequeue()();
        callback(state);
        return new RungTimer();
    }

    private sealed class RungTimer : ITimer
    {
        public bool Change(TimeSpan dueTime, TimeSpan period) => throw new NotSupportedException();

        public void Dispose()
        {
        }

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
