namespace Orchestrator.Runner.Evidence;

/// <summary>
/// How long to wait between two looks at a database, so that looking costs a small share of the run whatever one look
/// costs: each adapts the interval.
/// </summary>
/// <param name="databases">How many databases are looked at side by side.</param>
internal sealed class SampleRhythm(int databases)
{
    /// <summary>The time between two looks that cost next to nothing.</summary>
    public static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(100);

    /// <summary>The time between two looks, however much they cost.</summary>
    public static readonly TimeSpan Longest = TimeSpan.FromMinutes(1);

    // Of 1 %, as opening the session and the last look come on top.
    private const double Share = 0.004;
    private const double Smoothing = 0.25;

    private double _cost;

    /// <summary>The time from the look that has cost so much to the next one.</summary>
    public TimeSpan After(TimeSpan look)
    {
        _cost = _cost == 0 ? look.Ticks : _cost + (look.Ticks - _cost) * Smoothing;
        var interval = Math.Max(_cost, look.Ticks) * databases / Share;
        return TimeSpan.FromTicks((long)Math.Clamp(interval, Shortest.Ticks, Longest.Ticks));
    }
}
