using Orchestrator.Report.Figures;

namespace Orchestrator.Runner.Tests.Report.Figures;

internal sealed class TimeSlicesTests
{
    [Test]
    public void All_slices_together_hold_the_rows_and_the_times_of_the_ledger()
    {
        using var night = new Night(FailedNight.Plan, FailedNight.Of);
        var run = night.Figures();
        var axis = new TimeAxis(run.Facts.Run.Started, run.End);

        var slices = new TimeSlices(run, axis);

        var seconds = run.Wall.TotalSeconds / Slices.Count;
        var atWork = slices.Working.Zip(slices.Waiting, (working, waiting) => working + waiting).ToList();
        Assert.That(slices.RowsPerSecond.Sum() * seconds,
            Is.EqualTo((double)run.Facts.Attempts.Sum(attempt => attempt.Counts.Read)).Within(0.01).Percent);
        Assert.That(atWork.Sum() * seconds,
            Is.EqualTo(run.Facts.Attempts.Sum(each => (each.Ended!.Value - each.Started).TotalSeconds))
                .Within(0.01).Percent);
        Assert.That(atWork.Max(), Is.LessThanOrEqualTo(6.0001));
        Assert.That(slices.Queued.Sum() * seconds, Is.EqualTo(run.Queued.TotalSeconds).Within(0.01).Percent);
    }

    [TestCase(14)]
    [TestCase(0.4)]
    [TestCase(4_000)]
    [TestCase(200_000)]
    public void An_axis_has_a_few_ticks_within_it(double seconds)
    {
        var begin = new DateTimeOffset(2026, 1, 31, 23, 59, 58, TimeSpan.Zero);

        var axis = new TimeAxis(begin, begin.AddSeconds(seconds));

        Assert.That(axis.Ticks.Count, Is.InRange(2, 9));
        Assert.That(axis.Ticks.Select(tick => tick.Percent), Is.Ordered.And.All.InRange(0, 100));
    }
}
