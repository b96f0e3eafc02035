namespace Orchestrator.Schedules;

/// <summary>Dates that are left out, both included.</summary>
public sealed record DateBlackout(DateOnly From, DateOnly To);

/// <summary>A span of each day that is left out: its beginning is, its end is not. It may go over midnight.</summary>
public sealed record TimeBlackout(TimeOnly From, TimeOnly To);

/// <summary>The local times at which triggers may fire; what it excludes is no firing.</summary>
public sealed record Calendar
{
    /// <summary>The days of the week that it allows; default all.</summary>
    public IReadOnlyList<DayOfWeek> Weekdays { get; init; } = Enum.GetValues<DayOfWeek>();

    /// <summary>Dates that it excludes; default none.</summary>
    public IReadOnlySet<DateOnly> Holidays { get; init; } = new HashSet<DateOnly>();

    /// <summary>Spans of dates that it excludes; default none.</summary>
    public IReadOnlyList<DateBlackout> Dates { get; init; } = [];

    /// <summary>Spans of each day that it excludes; default none.</summary>
    public IReadOnlyList<TimeBlackout> Times { get; init; } = [];

    /// <summary>
    /// When what excludes this local time ends, at most a day later, though something else may exclude it then; null =
    /// it is allowed.
    /// </summary>
    internal DateTime? ExcludedUntil(DateTime local)
    {
        var date = DateOnly.FromDateTime(local);
        if (!Weekdays.Contains(date.DayOfWeek) || Holidays.Contains(date)
            || Dates.Any(span => date >= span.From && date <= span.To))
        {
            return local.Date.AddDays(1);
        }

        var time = TimeOnly.FromDateTime(local);
        foreach (var span in Times)
        {
            var isOverMidnight = span.From > span.To;
            if (isOverMidnight ? time >= span.From || time < span.To : time >= span.From && time < span.To)
            {
                var end = local.Date + span.To.ToTimeSpan();
                return end > local ? end : end.AddDays(1);
            }
        }

        return null;
    }
}
