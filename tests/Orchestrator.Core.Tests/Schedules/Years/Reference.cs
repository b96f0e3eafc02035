using System.Collections.Concurrent;

namespace Orchestrator.Core.Tests.Schedules.Years;

/// <summary>
/// The firings of a year, found without the code under test: each minute of it in UTC is turned into a local time, and
/// what the clocks show there for the first time, or leave out there, is held against the fields one by one.
/// </summary>
internal static class Reference
{
    private static readonly ConcurrentDictionary<(string, int), DateTime[]> Clocks = new();

    public static List<(DateTimeOffset Instant, DateTime Local)> Firings(Spec spec, DateTime from, DateTime to)
    {
        var firings = new List<(DateTimeOffset, DateTime)>();
        var clock = Clocks.GetOrAdd((spec.Zone.Id, from.Year), _ => Walk(spec.Zone, from, to));
        var latest = clock[0];
        for (var minute = 1; minute < clock.Length; minute++)
        {
            var instant = from.AddMinutes(minute);
            DateTime? stands = spec.Cron is null ? OnGrid(spec, instant, clock[minute]) : null;
            for (; latest < clock[minute]; latest = latest.AddMinutes(1))
            {
                var local = latest.AddMinutes(1);
                stands = spec.Cron is { } cron && cron.Holds(local) && spec.IsAllowed(local) ? local : stands;
            }

            if (stands is { } found)
            {
                firings.Add((new DateTimeOffset(instant, TimeSpan.Zero), found));
            }
        }

        return firings;
    }

    private static DateTime? OnGrid(Spec spec, DateTime instant, DateTime local) =>
        (long)(instant - DateTime.UnixEpoch).TotalMinutes % spec.EveryMinutes == 0 && spec.IsAllowed(local)
            ? local : null;

    private static DateTime[] Walk(TimeZoneInfo zone, DateTime from, DateTime to) =>
        [.. Enumerable.Range(0, (int)(to - from).TotalMinutes)
            .Select(minute => TimeZoneInfo.ConvertTimeFromUtc(from.AddMinutes(minute), zone))];
}
