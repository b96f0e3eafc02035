namespace Orchestrator.Schedules;

/// <summary>Why a firing is not carried out.</summary>
public enum PassedOverReason
{
    /// <summary>The trigger was paused when it was due.</summary>
    Paused,

    /// <summary>It would be later than `maxLate` allows.</summary>
    TooLate,

    /// <summary>A newer one stands for it, as `misfire: fireOnce` says.</summary>
    NewerFires,

    /// <summary>It was missed, and `misfire: skip` passes that over.</summary>
    Missed,
}

/// <summary>A firing that is not carried out, and why.</summary>
public sealed record PassedOver(Firing Firing, PassedOverReason Reason);

/// <summary>Firings that are too many to be looked at one by one; all of them are passed over.</summary>
/// <param name="Count">How many.</param>
/// <param name="IsAtLeast">Whether they were counted up to there only.</param>
/// <param name="First">The oldest.</param>
public sealed record OlderFirings(int Count, bool IsAtLeast, Firing First);

/// <summary>What is to be done now about one trigger.</summary>
public sealed record Decision
{
    /// <summary>What is to be carried out now, in order.</summary>
    public IReadOnlyList<Firing> Fire { get; init; } = [];

    /// <summary>What is passed over, in order.</summary>
    public IReadOnlyList<PassedOver> PassedOver { get; init; } = [];

    /// <summary>
    /// What is passed over because more than <see cref="FiringRules.DueMax"/> were due; null = nothing.
    /// </summary>
    public OlderFirings? Older { get; init; }

    /// <summary>
    /// The last firing that is decided with this, to be told as <see cref="TriggerHistory.Known"/> the next time; null
    /// where none ever was.
    /// </summary>
    public DateTimeOffset? Known { get; init; }

    /// <summary>Whether the trigger is paused: nothing is decided before it is resumed.</summary>
    public bool IsPaused { get; init; }

    /// <summary>
    /// Up to when nothing fires because the clock was set back behind what was decided; null where it was not.
    /// </summary>
    public DateTimeOffset? BehindUntil { get; init; }
}
