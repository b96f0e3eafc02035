namespace Orchestrator.Ledger;

/// <summary>Times as the ledger keeps them: microseconds, instants since 1970 UTC.</summary>
public static class Instant
{
    public static long Of(DateTimeOffset time) => Of(time - DateTimeOffset.UnixEpoch);

    public static long Of(TimeSpan duration) => duration.Ticks / TimeSpan.TicksPerMicrosecond;

    public static long? OfOrNull(DateTimeOffset? time) => time is { } known ? Of(known) : null;

    public static TimeSpan Duration(long micros) => TimeSpan.FromTicks(micros * TimeSpan.TicksPerMicrosecond);

    public static DateTimeOffset At(long micros) => DateTimeOffset.UnixEpoch + Duration(micros);

    public static DateTimeOffset? AtOrNull(long? micros) => micros is { } known ? At(known) : null;
}
