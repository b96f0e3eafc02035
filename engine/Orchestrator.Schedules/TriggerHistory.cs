namespace Orchestrator.Schedules;

/// <summary>A time in which a trigger is paused.</summary>
/// <param name="From">Its first instant.</param>
/// <param name="Until">The first instant behind it; null = it goes on.</param>
public sealed record Pause(DateTimeOffset From, DateTimeOffset? Until)
{
    /// <summary>Whether what is due at an instant is due while it lasts.</summary>
    public bool Holds(DateTimeOffset instant) => instant >= From && (Until is null || instant < Until);
}

/// <summary>What is known of a trigger.</summary>
public sealed record TriggerHistory
{
    /// <summary>When the trigger, as its text is now, was first seen: it owes nothing up to and with then.</summary>
    public required DateTimeOffset Since { get; init; }

    /// <summary>
    /// The last firing that was decided, under this text or an earlier one of the same trigger: it and what is before
    /// it never fires again, also after the clock was set back. Null = none was.
    /// </summary>
    public DateTimeOffset? Known { get; init; }

    /// <summary>When it is or was paused; in any order.</summary>
    public IReadOnlyList<Pause> Pauses { get; init; } = [];

    /// <summary>
    /// Whether it is paused: one has no end. What the clock says is not asked, as it may be set back.
    /// </summary>
    public bool IsPaused => Pauses.Any(pause => pause.Until is null);
}
