namespace Orchestrator.Lab.Monitoring;

/// <summary>Times as the monitor's file keeps them: microseconds, moments since 1970 UTC.</summary>
internal static class Moment
{
    public static long Of(DateTimeOffset time) => Of(time - DateTimeOffset.UnixEpoch);

    public static long Of(TimeSpan duration) => duration.Ticks / TimeSpan.TicksPerMicrosecond;

    public static DateTimeOffset At(long micros) => DateTimeOffset.UnixEpoch + Duration(micros);

    public static TimeSpan Duration(long micros) => TimeSpan.FromTicks(micros * TimeSpan.TicksPerMicrosecond);
}
