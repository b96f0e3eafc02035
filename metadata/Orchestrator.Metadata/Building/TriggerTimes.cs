using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;
using Orchestrator.Schedules;

namespace Orchestrator.Metadata.Building;

/// <summary>Reads when a trigger fires by the clock.</summary>
internal sealed class TriggerTimes(LoadContext context, IReadOnlyList<NamedCalendar> calendars)
{
    public CronText? Cron(YamlMap map)
    {
        if (map.Scalar("cron") is not { } written)
        {
            return null;
        }

        if (!CronText.TryParse(written.Text, out var cron, out var mistake))
        {
            context.Bag.Error("ORC1094", written.At,
                $"expected 'cron' to be a cron, got: '{Short(written.Text)}': {mistake.Problem}",
                "seconds, minutes, hours, day of the month, month, day of the week: \"0 0 2 * * ?\" is each night at 2",
                Fix(written, mistake.Better));
            return null;
        }

        foreach (var doubt in CronDoubt.Of(cron))
        {
            context.Bag.Warning("ORC1095", written.At, $"the cron '{cron.Text}' may not be what was meant: "
                + doubt.Problem, doubt.Better is null ? "make two triggers of it, or name the days in one field"
                    : "write what is meant", Fix(written, doubt.Better));
        }

        return cron;
    }

    public TimeSpan? Every(YamlMap map)
    {
        if (map.Scalar("every") is not { } written)
        {
            return null;
        }

        var every = written.ToDuration();
        if (every < IntervalSchedule.IntervalMin || every.Ticks % TimeSpan.TicksPerSecond != 0)
        {
            context.Bag.Error("ORC1012", written.At, $"expected 'every' to be whole seconds, got: '{written.Text}'",
                "1s or more, such as 15m");
            return null;
        }

        return every;
    }

    public TimeSpan? MaxLate(YamlMap map)
    {
        if (map.Scalar("maxLate") is { } written && written.ToDuration() < FiringRules.OnTimeMax)
        {
            context.Bag.Error("ORC1012", written.At, $"expected 'maxLate' to be 1m or more, got: '{written.Text}'",
                "what fires within a minute counts as in time", new Fix(written.At, written.Length, "1m"));
        }

        return map.Duration("maxLate");
    }

    /// <summary>The schedule of a trigger with its zone and calendar; null where it has none, or they are wrong.
    /// </summary>
    public Schedule? Schedule(YamlMap map, Trigger trigger)
    {
        var zone = Zone(map.Scalar("timeZone"));
        var calendar = Calendar(map.Scalar("calendar"));
        if (zone is null || (trigger.Calendar is not null && calendar is null))
        {
            return null;
        }

        Schedule? schedule = trigger.Cron is { } cron ? new CronSchedule(cron, zone, calendar)
            : trigger.Every is { } every ? new IntervalSchedule(every, zone, calendar) : null;
        WarnIfNever(map, trigger, schedule);
        return schedule;
    }

    private TimeZoneInfo? Zone(YamlScalar? written)
    {
        if (written is null)
        {
            return TimeZoneInfo.Utc;
        }

        if (TimeZones.TryFind(written.Text, out var zone))
        {
            return zone;
        }

        var near = ZoneNames.Near(written.Text);
        context.Bag.Error("ORC1096", written.At,
            $"expected 'timeZone' to be the name of a time zone, got: '{Short(written.Text)}'",
            near.Count > 1 ? $"near are: {string.Join(", ", near)}" : near.Count == 1 ? null
                : "a name of IANA such as Europe/London, or of Windows such as GMT Standard Time",
            near.Count > 0 && written.Written is null ? new Fix(written.At, written.Length, near[0]) : null);
        return null;
    }

    private Calendar? Calendar(YamlScalar? written)
    {
        var known = calendars.FirstOrDefault(one => one.Name == written?.Text);
        if (written is not null && known is null)
        {
            context.UnknownName("ORC1097", "calendar", written, calendars.Select(one => one.Name));
        }

        return known?.Calendar;
    }

    // Who only reads names no date: then nobody asks what comes after it.
    private void WarnIfNever(YamlMap map, Trigger trigger, Schedule? schedule)
    {
        if (schedule is null || !trigger.IsEnabled || context.Options.AsOf == default)
        {
            return;
        }

        var from = new DateTimeOffset(context.Options.AsOf.ToDateTime(default), TimeSpan.Zero);
        if (schedule.Next(from) is null)
        {
            context.Bag.Warning("ORC1102", map.At(trigger.Cron is null ? "every" : "cron"),
                $"the trigger '{trigger.Name}' does not fire within eight years"
                + (trigger.Calendar is null ? "" : $", as the calendar '{trigger.Calendar}' lets it"),
                "look at what it comes to with `schedules preview`, or say enabled: false");
        }
    }

    private static Fix? Fix(YamlScalar written, string? better) =>
        better is null || written.Written is not null ? null : new Fix(written.At, written.Length, $"\"{better}\"");

    private static string Short(string text) => text.Length > 60 ? text[..60] + "…" : text;
}
