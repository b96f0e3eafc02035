namespace Orchestrator.Lab.Monitoring;

/// <summary>
/// How long to wait between two looks, and what one may spend on plans, so that watching costs less than one in a
/// hundred whatever a look costs.
/// </summary>
/// <param name="every">The time between two looks that cost next to nothing.</param>
internal sealed class MonitorRhythm(TimeSpan every)
{
    /// <summary>The time between two looks, however much they cost, unless more was asked for.</summary>
    public static readonly TimeSpan Longest = TimeSpan.FromMinutes(10);

    // Of 1 %, as what is kept and told comes on top.
    private const double Share = 0.005;

    // In its first looks a program makes its code ready, which would keep it from looking for a minute.
    private const int WarmLooks = 2;

    private int _looks;

    /// <summary>What the plans of one look may cost, but for the first of them.</summary>
    public TimeSpan ForPlans => every * Share;

    /// <summary>The time from a look that has cost so much to the next one.</summary>
    public TimeSpan After(TimeSpan cost)
    {
        var wanted = ++_looks <= WarmLooks ? every : cost / Share;
        var longest = every > Longest ? every : Longest;
        return wanted <= every ? every : wanted <= longest ? wanted : longest;
    }
}
