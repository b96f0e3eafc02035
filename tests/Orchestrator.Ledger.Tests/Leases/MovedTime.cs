namespace Orchestrator.Ledger.Tests.Leases;

/// <summary>A clock that a test moves; its timers never go off.</summary>
internal sealed class MovedTime : TimeProvider
{
    private TimeSpan _now = TimeSpan.FromHours(1);

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp() => _now.Ticks;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
        System.CreateTimer(callback, state, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);

    public void Move(double seconds) => _now += TimeSpan.FromSeconds(seconds);
}
