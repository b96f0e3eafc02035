namespace Orchestrator.Runner;

/// <summary>The moment of a run: from it on the rows hold that tell no other.</summary>
internal static class RunMoment
{
    /// <summary>
    /// When it began (UTC); of a night of another day, which was asked for or is kept by a retry, the begin of that
    /// day.
    /// </summary>
    public static DateTime Of(DateTimeOffset begin, DateOnly asOf, TimeZoneInfo zone) =>
        asOf == default || asOf == DateOnly.FromDateTime(TimeZoneInfo.ConvertTime(begin, zone).DateTime)
            ? begin.UtcDateTime
            : asOf.ToDateTime(TimeOnly.MinValue);
}
