namespace Orchestrator.Schedules;

/// <summary>When a trigger fires. Pure: the same question has the same answer, whatever the clock says.</summary>
public abstract class Schedule
{
    /// <summary>How far <see cref="Next"/> looks: what fires no earlier never fires.</summary>
    public static readonly TimeSpan SearchMax = TimeSpan.FromDays((8 * 365) + 2);

    // Before the grid of intervals begins, and after what zones and crons say anything about.
    private static readonly DateTimeOffset Earliest = new(1970, 1, 1, 0, 0, 0, TimeSpan.Zero);
    private static readonly DateTimeOffset Latest = new(2099, 1, 1, 0, 0, 0, TimeSpan.Zero);

    /// <summary>The zone in whose local times it thinks.</summary>
    public abstract TimeZoneInfo Zone { get; }

    /// <summary>
    /// Its firings after one instant up to and with another, in order, no two at one instant; none before 1970 and
    /// after 2098.
    /// </summary>
    public IEnumerable<Firing> Between(DateTimeOffset after, DateTimeOffset until)
    {
        var from = after < Earliest ? Earliest.AddTicks(-1) : after;
        var to = until > Latest ? Latest : until;
        return from < to ? Find(from.UtcDateTime, to.UtcDateTime) : [];
    }

    /// <summary>The first firing after an instant; null where there is none within eight years.</summary>
    public Firing? Next(DateTimeOffset after) =>
        after < Latest ? Between(after, (after < Earliest ? Earliest : after) + SearchMax).FirstOrDefault() : null;

    /// <summary>The firings after one instant up to and with another, both in UTC.</summary>
    protected abstract IEnumerable<Firing> Find(DateTime after, DateTime until);

    /// <summary>An instant of UTC as firings have it.</summary>
    protected static DateTimeOffset Instant(DateTime utc) => new(utc.Ticks, TimeSpan.Zero);
}
