using Orchestrator.Schedules;

namespace Orchestrator.Core.Tests.Schedules;

/// <summary>
/// Each zone of the machine, walked over instant by instant around each change of its clocks; of those that are one by
/// several names only the first, as nothing but its rules is asked.
/// </summary>
internal sealed class EveryZoneTests
{
    private static readonly TimeSpan Step = TimeSpan.FromMinutes(1);
    private static readonly int[] Years = [2026, 2018, 2011];

    // One in each run, which the seed chooses; all in --full.
    private static IEnumerable<TestCaseData> Turns() => Years.Index().Select(year =>
        ((long)TestSeed.Value + year.Index) % Years.Length == 0
            ? new TestCaseData(year.Item) : new TestCaseData(year.Item).SetCategory("Full"));

    [TestCaseSource(nameof(Turns))]
    public void A_local_time_becomes_the_first_instant_that_shows_it_or_a_later_one(int year)
    {
        foreach (var zone in Zones())
        {
            foreach (var change in Changes(zone, year))
            {
                Walk(zone, change);
            }
        }
    }

    private static List<TimeZoneInfo> Zones()
    {
        var zones = new List<TimeZoneInfo>();
        foreach (var zone in TimeZoneInfo.GetSystemTimeZones())
        {
            if (!zones.Exists(zone.HasSameRules))
            {
                zones.Add(zone);
            }
        }

        return zones;
    }

    private static List<DateTime> Changes(TimeZoneInfo zone, int year)
    {
        var changes = new List<DateTime>();
        var end = new DateTime(year + 1, 1, 3, 0, 0, 0, DateTimeKind.Utc);
        for (var at = new DateTime(year, 1, 1, 0, 0, 0, DateTimeKind.Utc); at < end; at = at.AddHours(6))
        {
            if (zone.GetUtcOffset(at) != zone.GetUtcOffset(at.AddHours(6)))
            {
                changes.Add(at);
            }
        }

        return changes;
    }

    private static void Walk(TimeZoneInfo zone, DateTime change)
    {
        var clock = new LocalClock(zone);
        var latest = TimeZoneInfo.ConvertTimeFromUtc(change.AddHours(-2), zone);
        for (var at = change.AddHours(-2) + Step; at < change.AddHours(8); at += Step)
        {
            for (var shown = TimeZoneInfo.ConvertTimeFromUtc(at, zone); latest < shown;)
            {
                latest += Step;
                var (instant, _) = clock.First(latest);
                if (instant > at || instant <= at - Step)
                {
                    Assert.Fail($"{zone.Id}: {latest:s} is first shown at {at:s}Z, found {instant:o}");
                }
            }
        }
    }
}
