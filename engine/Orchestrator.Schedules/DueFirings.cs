namespace Orchestrator.Schedules;

/// <summary>The firings of a span of time, the newest of them one by one, however many there are.</summary>
internal sealed record DueFirings(IReadOnlyList<Firing> Newest, OlderFirings? Older)
{
    private static readonly TimeSpan FirstWindow = TimeSpan.FromDays(1);

    public static DueFirings Find(Schedule schedule, DateTimeOffset after, DateTimeOffset until)
    {
        // Looks back in spans that grow, so that a long absence from a dense schedule costs no more than it shows.
        for (var window = FirstWindow; ; window *= 8)
        {
            var start = until - after > window ? until - window : after;
            var found = schedule.Between(start, until).ToList();
            if (start == after || found.Count >= FiringRules.DueMax)
            {
                var newest = found[Math.Max(0, found.Count - FiringRules.DueMax)..];
                return new DueFirings(newest, newest.Count == 0 ? null : OlderThan(schedule, after, newest[0]));
            }
        }
    }

    private static OlderFirings? OlderThan(Schedule schedule, DateTimeOffset after, Firing oldest)
    {
        var count = 0;
        Firing? first = null;
        foreach (var firing in schedule.Between(after, oldest.Instant.AddTicks(-1)).Take(FiringRules.OlderMax + 1))
        {
            first ??= firing;
            count++;
        }

        return first is null ? null
            : new OlderFirings(Math.Min(count, FiringRules.OlderMax), count > FiringRules.OlderMax, first);
    }
}
