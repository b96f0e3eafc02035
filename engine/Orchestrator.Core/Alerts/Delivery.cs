namespace Orchestrator.Core.Alerts;

/// <summary>When messages are sent, sent again and given up.</summary>
public static class Delivery
{
    /// <summary>How long others of the same cause are waited for before a message is sent: a minute.</summary>
    public static readonly TimeSpan Collect = TimeSpan.FromMinutes(1);

    /// <summary>How long a target is told nothing more of a cause of which it was told: 15 minutes.</summary>
    public static readonly TimeSpan Quiet = TimeSpan.FromMinutes(15);

    /// <summary>How long a message is its service's, which sends it meanwhile or has died: 5 minutes.</summary>
    public static readonly TimeSpan ClaimLasts = TimeSpan.FromMinutes(5);

    /// <summary>How long a message is tried again after what it tells was noticed: a day.</summary>
    public static readonly TimeSpan GiveUpAfter = TimeSpan.FromDays(1);

    private static readonly TimeSpan First = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan Longest = TimeSpan.FromHours(1);

    /// <summary>
    /// How long to wait after a try that failed: 30 seconds, twice as long each time, an hour at most; longer, up to
    /// that hour, where the target asks for it.
    /// </summary>
    /// <param name="tries">How many there were, from 1.</param>
    /// <param name="asked">How long the target wants to be left alone; null = it does not say.</param>
    public static TimeSpan WaitAfter(int tries, TimeSpan? asked = null)
    {
        var doubled = tries > 8 ? Longest : First * (1 << Math.Max(0, tries - 1));
        var wait = asked > doubled ? asked.Value : doubled;
        return wait < Longest ? wait : Longest;
    }

    /// <summary>When to try again; null = it is given up.</summary>
    public static DateTimeOffset? TryAgain(DateTimeOffset noticed, int tries, TimeSpan? asked, DateTimeOffset now)
    {
        var next = now + WaitAfter(tries, asked);
        return next - noticed > GiveUpAfter ? null : next;
    }
}
