namespace Orchestrator.Core.Tests.Processes.World;

/// <summary>The clocks of one process: one that only goes on, and one on the wall that people change.</summary>
internal sealed class SimTime(SimWorld world, SimProcess process) : TimeProvider
{
    private static readonly DateTimeOffset Epoch = new(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);

    public TimeSpan Wall { get; set; }

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override DateTimeOffset GetUtcNow() => Epoch + world.Now + Wall;

    public override long GetTimestamp() => (world.Now
        - (world.Mistake == Mistake.RenewedAfterItsEnd ? process.StoodStill : TimeSpan.Zero)).Ticks;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new SimTimer(world, process, () => callback(state));
        timer.Change(dueTime, period);
        return timer;
    }

    private sealed class SimTimer(SimWorld world, SimProcess process, Action fire) : ITimer
    {
        private int _version;

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            var version = ++_version;
            if (dueTime != Timeout.InfiniteTimeSpan)
            {
                world.Post(process, dueTime, () => Fire(version), isStep: false);
            }

            return true;
        }

        public void Dispose() => _version++;

        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }

        private void Fire(int version)
        {
            if (version == _version)
            {
                fire();
            }
        }
    }
}
