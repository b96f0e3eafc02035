namespace Orchestrator.Runner.Tests;

/// <summary>From when on the rows of a night hold that tell no other moment.</summary>
internal sealed class RunMomentTests
{
    private static readonly DateTimeOffset Begin = new(2026, 3, 2, 3, 30, 0, TimeSpan.Zero);

    // Where it began it is still the day before.
    private static readonly TimeZoneInfo West =
        TimeZoneInfo.CreateCustomTimeZone("west", TimeSpan.FromHours(-5), "west", "west");

    [TestCase("0001-01-01", "2026-03-02 03:30:00", Description = "no date")]
    [TestCase("2026-03-01", "2026-03-02 03:30:00", Description = "today")]
    [TestCase("2026-02-28", "2026-03-01 04:59:59", Description = "the end of a past day, in that zone")]
    [TestCase("2026-03-02", "2026-03-02 05:00:00", Description = "the begin of a day to come")]
    public void It_is_the_begin_of_the_night_or_lies_on_the_day_that_was_asked_for(string asOf, string moment) =>
        Assert.That($"{RunMoment.Of(Begin, DateOnly.Parse(asOf), West):yyyy-MM-dd HH:mm:ss}", Is.EqualTo(moment));
}
