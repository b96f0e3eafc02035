namespace Orchestrator.Schedules;

/// <summary>Which of the firings that nobody carried out in time are carried out later.</summary>
public enum MisfirePolicy
{
    /// <summary>The newest.</summary>
    FireOnce,

    /// <summary>All of them, in order.</summary>
    FireEach,

    /// <summary>None.</summary>
    Skip,
}

/// <summary>What becomes of firings that were missed.</summary>
/// <param name="Policy">Which of them are carried out; default the newest.</param>
/// <param name="MaxLate">How late one may be carried out; null = however late. What is over
/// <see cref="FiringRules.OnTimeMax"/> makes sense.</param>
public sealed record MisfireRule(MisfirePolicy Policy = MisfirePolicy.FireOnce, TimeSpan? MaxLate = null);
