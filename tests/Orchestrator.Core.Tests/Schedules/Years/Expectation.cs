using Orchestrator.Schedules;

namespace Orchestrator.Core.Tests.Schedules.Years;

/// <summary>What the rules say of one moment, from the firings of the reference.</summary>
/// <param name="Spec">The trigger.</param>
/// <param name="Firings">Its firings of the year.</param>
/// <param name="Since">When its text was first seen.</param>
/// <param name="Pauses">When it was paused.</param>
/// <param name="Now">The time.</param>
internal sealed record Expectation(
    Spec Spec,
    List<(DateTimeOffset Instant, DateTime Local)> Firings,
    DateTimeOffset Since,
    IReadOnlyList<Pause> Pauses,
    DateTimeOffset Now)
{
    public bool IsPaused => Pauses.Any(pause => pause.Until is null);

    /// <summary>What is due and not decided yet.</summary>
    public List<(DateTimeOffset Instant, DateTime Local)> Due(DateTimeOffset upTo)
    {
        var (from, to) = (CountUpTo(Since > upTo ? Since : upTo), CountUpTo(Now));
        return from < to ? Firings[from..to] : [];
    }

    /// <summary>What becomes of these, in order.</summary>
    public List<(DateTimeOffset Instant, DateTime Local, string Verdict)> Verdicts(
        IReadOnlyList<(DateTimeOffset Instant, DateTime Local)> due)
    {
        var live = due.Where(firing => !Pauses.Any(pause =>
            pause.From <= firing.Instant && firing.Instant < (pause.Until ?? DateTimeOffset.MaxValue))).ToHashSet();
        var newest = live.Count > 0 ? live.Max(firing => firing.Instant) : DateTimeOffset.MinValue;
        var isPrompt = Now - newest <= TimeSpan.FromSeconds(60);
        return [.. due.Select(firing => (firing.Instant, firing.Local, Verdict:
            !live.Contains(firing) ? "Paused"
            : firing.Instant == newest && isPrompt ? "fire"
            : Now - firing.Instant > (Spec.Rule.MaxLate ?? TimeSpan.MaxValue) ? "TooLate"
            : (Spec.Rule.Policy, firing.Instant == newest) switch
            {
                (MisfirePolicy.FireEach, _) or (MisfirePolicy.FireOnce, true) => "fire",
                (MisfirePolicy.FireOnce, false) => "NewerFires",
                _ => "Missed",
            }))];
    }

    private int CountUpTo(DateTimeOffset instant)
    {
        var (low, high) = (0, Firings.Count);
        while (low < high)
        {
            var middle = (low + high) / 2;
            (low, high) = Firings[middle].Instant <= instant ? (middle + 1, high) : (low, middle);
        }

        return low;
    }
}
