namespace Orchestrator.Schedules;

/// <summary>What clocks that are put forward or back do to a firing.</summary>
public enum ClockNote
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>The clocks left out its time, so it fires right after the gap.</summary>
    AfterGap,

    /// <summary>The clocks show its time twice; it fires the first time.</summary>
    FirstOfTwo,
}

/// <summary>A trigger fires: when, and the local time that it stands for.</summary>
/// <param name="Instant">When, in UTC.</param>
/// <param name="Local">The date and time on the clocks of the trigger's zone that it stands for. Where several come to
/// one instant, the last of them.</param>
public sealed record Firing(DateTimeOffset Instant, DateTime Local)
{
    /// <summary>What the clocks did to it; default nothing.</summary>
    public ClockNote Note { get; init; }

    /// <summary>How many local times that the clocks left out are in it; default 0.</summary>
    public int LeftOut { get; init; }

    /// <summary>The date that it stands for: `${run:asOf}` of the run that it starts.</summary>
    public DateOnly AsOf => DateOnly.FromDateTime(Local);
}
