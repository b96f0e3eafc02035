using Orchestrator.Schedules;

namespace Orchestrator.Core.Tests.Schedules.Years;

/// <summary>A trigger as the generator makes it: what it says, and the same as a rule over minutes.</summary>
internal sealed record Spec
{
    private static readonly string[] Zones =
    [
        "Europe/London", "America/New_York", "Australia/Lord_Howe", "America/Santiago", "Africa/Cairo",
        "Antarctica/Troll", "Pacific/Apia", "Asia/Kathmandu", "Asia/Pyongyang",
    ];

    public required TimeZoneInfo Zone { get; init; }

    /// <summary>The cron; null = an interval.</summary>
    public DayTime? Cron { get; init; }

    /// <summary>The interval in minutes, where there is no cron.</summary>
    public int EveryMinutes { get; init; }

    public Calendar? Calendar { get; init; }

    public required MisfireRule Rule { get; init; }

    public static Spec Random(Random random) => new()
    {
        Zone = Known.Zone(Zones[random.Next(Zones.Length)]),
        Cron = random.Next(4) > 0 ? DayTime.Random(random) : null,
        EveryMinutes = random.Next(3) switch { 0 => random.Next(5, 60), 1 => random.Next(60, 3000), _ => 7 * 24 * 60 },
        Calendar = random.Next(3) == 0 ? RandomCalendar(random) : null,
        Rule = new MisfireRule((MisfirePolicy)random.Next(3),
            random.Next(3) == 0 ? TimeSpan.FromMinutes(random.Next(2, 6000)) : null),
    };

    public Schedule Schedule() => Cron is null
        ? new IntervalSchedule(TimeSpan.FromMinutes(EveryMinutes), Zone, Calendar)
        : new CronSchedule(Known.Cron(Cron.Text), Zone, Calendar);

    /// <summary>Whether the local minute is allowed, asked of each rule in turn.</summary>
    public bool IsAllowed(DateTime local)
    {
        if (Calendar is null)
        {
            return true;
        }

        var minute = local.TimeOfDay.TotalMinutes;
        return Calendar.Weekdays.Contains(local.DayOfWeek)
            && !Calendar.Holidays.Contains(DateOnly.FromDateTime(local))
            && !Calendar.Dates.Any(span => local.Date >= span.From.ToDateTime(default)
                && local.Date < span.To.ToDateTime(default).AddDays(1))
            && !Calendar.Times.Any(span =>
            {
                var (from, to) = (span.From.ToTimeSpan().TotalMinutes, span.To.ToTimeSpan().TotalMinutes);
                var length = (to - from + 1440) % 1440;
                return (minute - from + 1440) % 1440 < length;
            });
    }

    public override string ToString() =>
        $"{Cron?.Text ?? $"every {EveryMinutes}m"} {Zone.Id} {Rule}{(Calendar is null ? "" : " with a calendar")}";

    private static Calendar RandomCalendar(Random random) => new()
    {
        Weekdays = [.. Enum.GetValues<DayOfWeek>().Where(_ => random.Next(4) > 0)],
        Holidays = Enumerable.Range(0, 20).Select(_ => World.FirstDay.AddDays(random.Next(366))).ToHashSet(),
        Dates = [new DateBlackout(World.FirstDay.AddDays(100), World.FirstDay.AddDays(100 + random.Next(20)))],
        Times = [new TimeBlackout(
            new TimeOnly(random.Next(24), random.Next(60)), new TimeOnly(random.Next(24), 0))],
    };
}
