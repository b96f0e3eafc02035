namespace Orchestrator.Service.Tests;

/// <summary>A clock that only the test moves; timers are not fired by it.</summary>
internal sealed class FakeClock(DateTimeOffset now) : TimeProvider
{
    private DateTimeOffset _now = now;

    public FakeClock()
        : this(new DateTimeOffset(2026, 2, 1, 7, 0, 0, TimeSpan.Zero))
    {
    }

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override DateTimeOffset GetUtcNow() => _now;

    public override long GetTimestamp() => _now.Ticks;

    public void Advance(TimeSpan time) => _now += time;
}
