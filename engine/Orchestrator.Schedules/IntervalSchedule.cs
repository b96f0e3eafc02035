namespace Orchestrator.Schedules;

/// <summary>
/// Fires each time an interval has passed, whatever the clocks do, counted from 1970-01-01 in UTC, so that neither a
/// restart nor a redeployment moves its grid.
/// </summary>
/// <param name="interval">The interval; a second at least.</param>
/// <param name="zone">The zone of the dates that its firings stand for, and of the calendar.</param>
/// <param name="calendar">Which local times are allowed; null = all.</param>
public sealed class IntervalSchedule(TimeSpan interval, TimeZoneInfo zone, Calendar? calendar = null) : Schedule
{
    /// <summary>The shortest interval.</summary>
    public static readonly TimeSpan IntervalMin = TimeSpan.FromSeconds(1);

    private readonly LocalClock _clock = new(zone);
    private readonly TimeSpan _interval = interval >= IntervalMin
        ? interval : throw new ArgumentOutOfRangeException(nameof(interval), interval, "a second at least");

    public override TimeZoneInfo Zone => _clock.Zone;

    protected override IEnumerable<Firing> Find(DateTime after, DateTime until)
    {
        for (var at = NextOnGrid(after); at <= until;)
        {
            var local = _clock.At(at);
            var end = calendar?.ExcludedUntil(local);
            if (end is null)
            {
                yield return new Firing(Instant(at), local);
            }

            at = end is { } free && SkipTo(at, local, free) is { } later
                ? NextOnGrid(later.AddTicks(-1))
                : at + _interval;
        }
    }

    /// <summary>
    /// The instant at which what excludes ends; null where the clocks are changed meanwhile, so that each place of the
    /// grid has to be asked for.
    /// </summary>
    private DateTime? SkipTo(DateTime at, DateTime local, DateTime free)
    {
        var later = at + (free - local);
        return Zone.GetUtcOffset(later) == Zone.GetUtcOffset(at) ? later : null;
    }

    private DateTime NextOnGrid(DateTime after)
    {
        var passed = (after - DateTime.UnixEpoch).Ticks;
        var count = (passed >= 0 ? passed / _interval.Ticks : -1) + 1;
        return DateTime.UnixEpoch.AddTicks(count * _interval.Ticks);
    }
}
