using Orchestrator.Core.Machine;

namespace Orchestrator.Runner.Tests;

internal sealed class ReasonNewsTests
{
    [Test]
    public void A_clock_that_goes_on_between_two_looks_sets_no_timer_in_the_past()
    {
        using var solution = new SmallSolution();
        var time = new HurryingTime();
        var machine = new RunMachine(solution.Request("a").Plan, new RunMachineOptions { Slots = 1 });
        machine.Apply(new Began(TimeSpan.Zero));
        var news = new ReasonNews(machine, new RunClock(time), () => { });

        for (var turn = 0; turn < 10; turn++)
        {
            news.AddTo(new LoopTurn { HasMoved = true });
        }

        Assert.That(time.Due, Is.Not.Empty.And.All.GreaterThanOrEqualTo(TimeSpan.Zero));
    }

    /// <summary>Each look at it is 0.6 s after the last one.</summary>
    private sealed class HurryingTime : TimeProvider
    {
        private long _now;

        public List<TimeSpan> Due { get; } = [];

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => _now += TimeSpan.TicksPerMillisecond * 600;

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
        {
            Due.Add(dueTime);
            return new NoTimer();
        }
    }

    private sealed class NoTimer : ITimer
    {
        public bool Change(TimeSpan dueTime, TimeSpan period) => true;

        public void Dispose()
        {
        }

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
