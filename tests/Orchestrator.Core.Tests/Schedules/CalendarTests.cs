using Orchestrator.Schedules;

namespace Orchestrator.Core.Tests.Schedules;

internal sealed class CalendarTests
{
    [TestCase("2026-12-23T12:00", true)]
    [TestCase("2026-12-24T00:00", false)]
    [TestCase("2026-12-26T23:59", false)]
    [TestCase("2026-12-27T00:00", true)]
    public void Both_dates_of_a_blackout_are_left_out(DateTime local, bool isAllowed)
    {
        var calendar = new Calendar { Dates = [new DateBlackout(new(2026, 12, 24), new(2026, 12, 26))] };

        Assert.That(calendar.ExcludedUntil(local) is null, Is.EqualTo(isAllowed));
    }

    [TestCase("2026-07-01T21:59:59", true)]
    [TestCase("2026-07-01T22:00", false)]
    [TestCase("2026-07-02T00:00", false)]
    [TestCase("2026-07-02T05:59:59", false)]
    [TestCase("2026-07-02T06:00", true)]
    public void A_blackout_over_midnight_ends_in_the_morning(DateTime local, bool isAllowed)
    {
        var calendar = new Calendar { Times = [new TimeBlackout(new TimeOnly(22, 0), new TimeOnly(6, 0))] };

        Assert.That(calendar.ExcludedUntil(local) is null, Is.EqualTo(isAllowed));
    }

    [Test]
    public void What_excludes_a_time_ends_later_and_within_a_day()
    {
        var calendar = new Calendar
        {
            Weekdays = [DayOfWeek.Monday],
            Times = [new TimeBlackout(new(22, 0), new(6, 0)), new TimeBlackout(new(12, 0), new(13, 0))],
        };

        for (var local = new DateTime(2026, 7, 1); local.Month == 7; local = local.AddMinutes(7))
        {
            var end = calendar.ExcludedUntil(local);

            Assert.That(end is null || (end > local && end <= local.AddDays(1)), $"{local} {end}");
        }
    }
}
