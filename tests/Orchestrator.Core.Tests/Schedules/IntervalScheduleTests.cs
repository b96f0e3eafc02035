using Orchestrator.Schedules;
using static Orchestrator.Core.Tests.Schedules.Known;

namespace Orchestrator.Core.Tests.Schedules;

internal sealed class IntervalScheduleTests
{
    [Test]
    public void The_grid_begins_in_1970_wherever_it_is_asked()
    {
        var schedule = new IntervalSchedule(TimeSpan.FromMinutes(7), Zone("UTC"));

        var asked = schedule.Next(Utc("2026-07-01 10:03"))!.Instant;
        var askedLater = schedule.Next(Utc("2026-07-01 10:06:59"))!.Instant;

        Assert.That((asked - DateTimeOffset.UnixEpoch).Ticks % TimeSpan.FromMinutes(7).Ticks, Is.Zero);
        Assert.That(askedLater - asked, Is.LessThanOrEqualTo(TimeSpan.FromMinutes(7)));
        Assert.That(schedule.Next(asked)!.Instant, Is.EqualTo(asked + TimeSpan.FromMinutes(7)));
    }

    [Test]
    public void An_interval_does_not_care_for_the_clocks()
    {
        var schedule = new IntervalSchedule(TimeSpan.FromMinutes(30), Zone("Europe/London"));

        var firings = schedule.Between(Utc("2026-10-25 00:00"), Utc("2026-10-25 01:30"));

        Assert.That(firings.Texts(), Is.EqualTo((string[])
            ["10-25 00:30Z 10-25 01:30", "10-25 01:00Z 10-25 01:00", "10-25 01:30Z 10-25 01:30"]));
    }

    [Test]
    public void A_blackout_over_a_fold_leaves_out_both_of_its_times_and_no_others()
    {
        var calendar = new Calendar { Times = [new TimeBlackout(new TimeOnly(1, 30), new TimeOnly(2, 0))] };
        var schedule = new IntervalSchedule(TimeSpan.FromMinutes(15), Zone("Europe/London"), calendar);

        var firings = schedule.Between(Utc("2026-10-25 00:10"), Utc("2026-10-25 02:00"));

        Assert.That(firings.Select(firing => $"{firing.Instant:HH:mm}"),
            Is.EqualTo((string[])["00:15", "01:00", "01:15", "02:00"]));
    }

    [Test]
    public void A_calendar_without_days_never_fires_and_is_found_out()
    {
        var schedule = new IntervalSchedule(TimeSpan.FromSeconds(1), Zone("UTC"), new Calendar { Weekdays = [] });

        Assert.That(schedule.Next(Utc("2026-01-01")), Is.Null);
    }

    [Test]
    public void Less_than_a_second_is_refused() =>
        Assert.That(() => new IntervalSchedule(TimeSpan.FromMilliseconds(500), Zone("UTC")),
            Throws.TypeOf<ArgumentOutOfRangeException>());
}
