using Orchestrator.Data.Evidence;
using Orchestrator.Runner.Evidence;

namespace Orchestrator.Runner.Tests.Evidence;

internal sealed class SampleSeriesTests
{
    private static readonly DateTimeOffset Began = new(2026, 1, 1, 2, 0, 0, TimeSpan.Zero);

    [TestCase(10)]
    [TestCase(600)]
    [TestCase(601)]
    [TestCase(20_000)]
    public void It_stays_small_and_even_from_the_first_to_the_last_however_long_the_run_takes(int seconds)
    {
        var series = new SampleSeries();
        for (var i = 0; i <= seconds; i++)
        {
            if (series.IsDue(Began.AddSeconds(i)))
            {
                series.Add(At(i));
            }
        }

        series.Add(At(seconds + 1));
        var times = series.All.Select(sample => (sample.At - Began).TotalSeconds).ToArray();
        Assert.That(times, Has.Length.LessThanOrEqualTo(SampleSeries.Max).And.Length.GreaterThan(
            Math.Min(seconds, SampleSeries.Max) / 3));
        Assert.That((times[0], times[^1]), Is.EqualTo((0.0, seconds + 1.0)));
        var between = times.Zip(times.Skip(1), (one, next) => next - one).SkipLast(1).Distinct().ToArray();
        Assert.That(between, Has.Length.LessThanOrEqualTo(2), string.Join(", ", between));
    }

    private static EvidenceSample At(int seconds) =>
        new(Began.AddSeconds(seconds), seconds, null, null, new Dictionary<WaitClass, TimeSpan>());
}
