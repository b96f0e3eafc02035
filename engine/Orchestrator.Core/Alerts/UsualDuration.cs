namespace Orchestrator.Core.Alerts;

/// <summary>How long runs usually take.</summary>
public static class UsualDuration
{
    /// <summary>How many successes it takes to know.</summary>
    public const int CountMin = 5;

    /// <summary>How many of the newest successes count.</summary>
    public const int CountMax = 20;

    /// <summary>The median of the newest durations; null = they are too few.</summary>
    /// <param name="durations">The newest first.</param>
    public static TimeSpan? Of(IReadOnlyList<TimeSpan> durations)
    {
        var sorted = durations.Take(CountMax).Order().ToList();
        return sorted.Count < CountMin ? null : (sorted[(sorted.Count - 1) / 2] + sorted[sorted.Count / 2]) / 2;
    }
}
