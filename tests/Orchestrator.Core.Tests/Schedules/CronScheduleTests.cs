using Orchestrator.Schedules;
using static Orchestrator.Core.Tests.Schedules.Known;

namespace Orchestrator.Core.Tests.Schedules;

internal sealed class CronScheduleTests
{
    [Test]
    public void A_time_in_a_gap_fires_once_right_after_it()
    {
        var nights = Schedule("0 30 1 * * ?", "Europe/London");

        var firings = nights.Between(Utc("2026-03-28 00:00"), Utc("2026-03-30 12:00"));

        Assert.That(firings.Texts(), Is.EqualTo((string[])
            ["03-28 01:30Z 03-28 01:30", "03-29 01:00Z 03-29 01:30 AfterGap 1", "03-30 00:30Z 03-30 01:30"]));
    }

    [Test]
    public void A_time_in_a_fold_fires_at_the_first_of_the_two()
    {
        var nights = Schedule("0 30 1 * * ?", "Europe/London");

        var firings = nights.Between(Utc("2026-10-24 12:00"), Utc("2026-10-26 12:00"));

        Assert.That(firings.Texts(),
            Is.EqualTo((string[])["10-25 00:30Z 10-25 01:30 FirstOfTwo", "10-26 01:30Z 10-26 01:30"]));
    }

    [Test]
    public void Asked_within_the_second_of_the_two_it_does_not_fire_again()
    {
        var minutes = Schedule("0 0/15 * * * ?", "Europe/London");

        var next = minutes.Next(Utc("2026-10-25 01:20"));

        Assert.That(next!.Instant, Is.EqualTo(Utc("2026-10-25 02:00")));
    }

    [Test]
    public void Times_of_one_gap_are_one_firing_with_the_one_right_after_it()
    {
        var quarters = Schedule("0 0/15 * * * ?", "Europe/London");

        var firings = quarters.Between(Utc("2026-03-29 00:40"), Utc("2026-03-29 01:15"));

        Assert.That(firings.Texts(), Is.EqualTo((string[])
            ["03-29 00:45Z 03-29 00:45", "03-29 01:00Z 03-29 02:00 4", "03-29 01:15Z 03-29 02:15"]));
    }

    [TestCase("Australia/Lord_Howe", "0 15 2 * * ?", "2026-10-03 15:30", TestName = "A_gap_of_half_an_hour")]
    [TestCase("America/Santiago", "0 0 0 * * ?", "2026-09-06 04:00", TestName = "A_gap_at_midnight")]
    [TestCase("Africa/Cairo", "0 30 0 * * ?", "2026-04-23 22:00", TestName = "A_gap_behind_midnight")]
    [TestCase("Pacific/Apia", "0 0 2 30 12 ?", "2011-12-30 10:00", TestName = "A_day_that_is_left_out")]
    [TestCase("Antarctica/Troll", "0 30 2 * * ?", "2026-03-29 01:00", TestName = "A_gap_of_two_hours")]
    [TestCase("Asia/Pyongyang", "0 45 23 4 5 ?", "2018-05-04 15:00", TestName = "A_zone_that_changes_for_good")]
    public void The_first_instant_behind_the_gap(string zone, string cron, string instant)
    {
        var schedule = Schedule(cron, zone);

        var firing = schedule.Next(Utc(instant) - TimeSpan.FromMinutes(50));

        Assert.That(firing!.Instant, Is.EqualTo(Utc(instant)));
        Assert.That(firing.Note, Is.EqualTo(ClockNote.AfterGap));
    }

    [Test]
    public void The_nights_around_a_day_that_is_left_out_are_three()
    {
        var nights = Schedule("0 0 2 * * ?", "Pacific/Apia");

        var firings = nights.Between(Utc("2011-12-29 00:00"), Utc("2011-12-31 14:00"));

        Assert.That(firings.Texts(), Is.EqualTo((string[])
            ["12-29 12:00Z 12-29 02:00", "12-30 10:00Z 12-30 02:00 AfterGap 1", "12-30 12:00Z 12-31 02:00",
             "12-31 12:00Z 01-01 02:00"]));
    }

    [TestCase("0 0 2 30 2 ?", TestName = "The_30th_of_February")]
    [TestCase("0 0 2 * * ? 2020", TestName = "A_year_that_is_over")]
    public void What_never_fires_is_found_out(string cron)
    {
        var schedule = Schedule(cron);

        Assert.That(schedule.Next(Utc("2026-01-01")), Is.Null);
        Assert.That(schedule.Between(Utc("2026-01-01"), Utc("2040-01-01")), Is.Empty);
    }

    [Test]
    public void Each_second_within_a_calendar_without_days_never_fires_and_is_found_out()
    {
        var schedule = Schedule("* * * * * ?", calendar: new Calendar { Weekdays = [] });

        Assert.That(schedule.Next(Utc("2026-01-01")), Is.Null);
    }

    [Test]
    public void What_a_calendar_excludes_is_no_firing()
    {
        var workdays = new Calendar
        {
            Weekdays = [DayOfWeek.Monday, DayOfWeek.Tuesday, DayOfWeek.Wednesday, DayOfWeek.Thursday, DayOfWeek.Friday],
            Holidays = new HashSet<DateOnly> { new(2026, 1, 1) },
        };
        var nights = Schedule("0 0 2 * * ?", calendar: workdays);

        var firings = nights.Between(Utc("2025-12-31"), Utc("2026-01-06"));

        Assert.That(firings.Texts(), Is.EqualTo((string[])
            ["12-31 02:00Z 12-31 02:00", "01-02 02:00Z 01-02 02:00", "01-05 02:00Z 01-05 02:00"]));
    }

    [Test]
    public void A_calendar_is_asked_for_the_local_time_also_where_the_clocks_leave_it_out()
    {
        var calendar = new Calendar { Times = [new TimeBlackout(new TimeOnly(1, 10), new TimeOnly(1, 50))] };
        var quarters = Schedule("0 30 1 * * ?", "Europe/London", calendar);

        Assert.That(quarters.Between(Utc("2026-03-28 12:00"), Utc("2026-03-30")), Is.Empty);
    }

    [Test]
    public void Firings_begin_behind_the_first_instant_and_end_with_the_second()
    {
        var hours = Schedule("0 0 * * * ?");

        var firings = hours.Between(Utc("2026-01-01 01:00"), Utc("2026-01-01 03:00"));

        Assert.That(firings.Texts(), Is.EqualTo((string[])["01-01 02:00Z 01-01 02:00", "01-01 03:00Z 01-01 03:00"]));
    }

    [Test]
    public void Times_that_no_calendar_knows_are_no_firings()
    {
        var hours = Schedule("0 0 * * * ?", "Pacific/Kiritimati");

        Assert.That(hours.Next(DateTimeOffset.MinValue)!.Instant.Year, Is.EqualTo(1970));
        Assert.That(hours.Next(DateTimeOffset.MaxValue), Is.Null);
    }
}
