namespace Orchestrator.Runner;

/// <summary>The moment of a run: from it on the rows hold that tell no other.</summary>
internal static class RunMoment
{
    /// <summary>
    /// When it began (UTC), or the run whose retry it is; of a night that is past, which somebody asked for, the end of
    /// that day, as rows of that night are there already; of one to come its begin.
    /// </summary>
    public static DateTime Of(DateTimeOffset begin, DateOnly asOf, TimeZoneInfo zone)
    {
        var today = DateOnly.FromDateTime(TimeZoneInfo.ConvertTime(begin, zone).DateTime);
        return asOf == default || asOf == today ? begin.UtcDateTime
            : asOf > today ? Utc(asOf.ToDateTime(TimeOnly.MinValue), zone)
            : Utc(asOf.ToDateTime(TimeOnly.MaxValue), zone);
    }

    // Also of a time that the clocks leave out.
    private static DateTime Utc(DateTime local, TimeZoneInfo zone) =>
        new DateTimeOffset(local, zone.GetUtcOffset(local)).UtcDateTime;
}
