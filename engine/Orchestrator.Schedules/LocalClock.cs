namespace Orchestrator.Schedules;

/// <summary>
/// The clocks of one time zone. A local time becomes the first instant at which they show it or a later one: so in a
/// gap the instant right after it, in a fold the first of the two, and always exactly one.
/// </summary>
internal sealed class LocalClock(TimeZoneInfo zone)
{
    // No zone is farther from UTC.
    private static readonly TimeSpan OffsetMax = TimeSpan.FromHours(14);
    private static readonly TimeSpan Step = TimeSpan.FromMinutes(15);

    /// <summary>The rules of the zone.</summary>
    public TimeZoneInfo Zone { get; } = zone;

    /// <summary>What the clocks show.</summary>
    public DateTime At(DateTime utc) => DateTime.SpecifyKind(utc + Zone.GetUtcOffset(utc), DateTimeKind.Unspecified);

    /// <summary>When the clocks first show this time or a later one, in UTC.</summary>
    public (DateTime Instant, ClockNote Note) First(DateTime local)
    {
        var around = DateTime.SpecifyKind(local, DateTimeKind.Utc);
        var (from, to) = (around - OffsetMax, around + OffsetMax);
        var offset = Zone.GetUtcOffset(from);
        return offset == Zone.GetUtcOffset(to) ? (around - offset, ClockNote.None) : AroundChange(around, from, to);
    }

    private (DateTime Instant, ClockNote Note) AroundChange(DateTime around, DateTime from, DateTime to)
    {
        (DateTime Instant, ClockNote Note)? first = null;
        foreach (var (start, end, offset) in Pieces(from, to))
        {
            var shown = around - offset;
            if (first is { } found)
            {
                if (shown >= start && shown < end)
                {
                    return (found.Instant, ClockNote.FirstOfTwo);
                }
            }
            else if (shown <= start)
            {
                return (start, shown == start ? ClockNote.None : ClockNote.AfterGap);
            }
            else if (shown < end)
            {
                first = (shown, ClockNote.None);
            }
        }

        return first ?? throw new InvalidOperationException($"{Zone.Id} never shows {around:s}");
    }

    /// <summary>The spans of one offset each between two instants, the second one included.</summary>
    private IEnumerable<(DateTime Start, DateTime End, TimeSpan Offset)> Pieces(DateTime from, DateTime to)
    {
        var start = from;
        var offset = Zone.GetUtcOffset(from);
        for (var at = from; at < to; at += Step)
        {
            var next = at + Step;
            if (Zone.GetUtcOffset(next) != offset)
            {
                var change = Change(at, next, offset);
                yield return (start, change, offset);
                (start, offset) = (change, Zone.GetUtcOffset(change));
            }
        }

        yield return (start, to + Step, offset);
    }

    /// <summary>The first instant of the two, to the tick, that has another offset than the one before.</summary>
    private DateTime Change(DateTime before, DateTime after, TimeSpan offset)
    {
        while (after.Ticks - before.Ticks > 1)
        {
            var middle = before.AddTicks((after.Ticks - before.Ticks) / 2);
            (before, after) = Zone.GetUtcOffset(middle) == offset ? (middle, after) : (before, middle);
        }

        return after;
    }
}
