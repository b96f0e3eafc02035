using System.Globalization;
using Orchestrator.Schedules;
using Calendar = Orchestrator.Schedules.Calendar;

namespace Orchestrator.Core.Tests.Schedules;

/// <summary>Short words for what these tests are about.</summary>
internal static class Known
{
    public static TimeZoneInfo Zone(string name) =>
        TimeZones.TryFind(name, out var zone) ? zone : throw new InvalidOperationException($"no zone {name}");

    public static CronText Cron(string text) =>
        CronText.TryParse(text, out var cron, out var mistake) ? cron : throw new FormatException(mistake.Problem);

    public static Schedule Schedule(string cron, string zone = "UTC", Calendar? calendar = null) =>
        new CronSchedule(Cron(cron), Zone(zone), calendar);

    /// <summary>An instant: 2026-03-29 01:00.</summary>
    public static DateTimeOffset Utc(string text) =>
        DateTimeOffset.Parse(text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal);

    /// <summary>Firings as text: the instant in UTC, the local time, what is special.</summary>
    public static string[] Texts(this IEnumerable<Firing> firings) => [.. firings.Select(firing =>
        $"{firing.Instant:MM-dd HH:mm}Z {firing.Local:MM-dd HH:mm}"
        + (firing.Note == ClockNote.None ? "" : $" {firing.Note}")
        + (firing.LeftOut == 0 ? "" : $" {firing.LeftOut}"))];
}
