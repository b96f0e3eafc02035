namespace Orchestrator.Schedules;

/// <summary>
/// Fires at local times that a cron names. Each of them fires once: in a gap right after it, in a fold the first time.
/// Local times that come to one instant, as several within one gap do, are one firing.
/// </summary>
/// <param name="cron">The local times.</param>
/// <param name="zone">Whose local times.</param>
/// <param name="calendar">Which of them are allowed; null = all.</param>
public sealed class CronSchedule(CronText cron, TimeZoneInfo zone, Calendar? calendar = null) : Schedule
{
    // The clocks of no zone are more ahead of UTC.
    private static readonly TimeSpan AheadMax = TimeSpan.FromHours(14);

    private readonly LocalClock _clock = new(zone);

    public override TimeZoneInfo Zone => _clock.Zone;

    protected override IEnumerable<Firing> Find(DateTime after, DateTime until)
    {
        Firing? found = null;
        foreach (var local in Locals(_clock.At(after), until + AheadMax))
        {
            var (instant, note) = _clock.First(local);
            if (instant <= after)
            {
                // The second time around in a fold: it has fired.
                continue;
            }

            if (found is not null && found.Instant.UtcDateTime != instant)
            {
                yield return found;
                found = null;
            }

            if (instant > until)
            {
                yield break;
            }

            var leftOut = (found?.LeftOut ?? 0) + (note == ClockNote.AfterGap ? 1 : 0);
            found = new Firing(Instant(instant), local) { Note = note, LeftOut = leftOut };
        }

        if (found is not null)
        {
            yield return found;
        }
    }

    private IEnumerable<DateTime> Locals(DateTime after, DateTime until)
    {
        var at = cron.Next(after);
        while (at is { } local && local <= until)
        {
            var end = calendar?.ExcludedUntil(local);
            if (end is null)
            {
                yield return local;
            }

            at = cron.Next(end is { } free ? free.AddTicks(-1) : local);
        }
    }
}
