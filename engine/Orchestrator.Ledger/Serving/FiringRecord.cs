using System.Globalization;
using Orchestrator.Core;

namespace Orchestrator.Ledger.Serving;

/// <summary>What made a trigger fire.</summary>
public enum FiringCause
{
    /// <summary>Its time came.</summary>
    Schedule,

    /// <summary>Its time had passed while no service was at work.</summary>
    Catchup,

    /// <summary>Another batch ended.</summary>
    After,

    /// <summary>A file arrived.</summary>
    File,

    /// <summary>Somebody asked for it.</summary>
    Manual,
}

/// <summary>How far a firing is.</summary>
public enum FiringState
{
    /// <summary>A service owes it a run.</summary>
    Claimed,

    /// <summary>A run belongs to it.</summary>
    Running,

    /// <summary>Its run has ended, or cannot begin.</summary>
    Ended,

    /// <summary>It was due, and is not run.</summary>
    PassedOver,
}

/// <summary>A time at which a trigger is due, as a service wants to record it.</summary>
public sealed record FiringClaim
{
    public required string Batch { get; init; }

    /// <summary>Name of the trigger; empty = the batch itself, for which somebody asked.</summary>
    public string Trigger { get; init; } = "";

    /// <summary>When it was due, to the microsecond: a trigger fires once for each such moment.</summary>
    public required DateTimeOffset Scheduled { get; init; }

    /// <summary>The local date that it stands for.</summary>
    public required DateOnly AsOf { get; init; }

    /// <summary>The local time that it stands for, as people know it.</summary>
    public required string LocalTime { get; init; }

    /// <summary>What made it fire.</summary>
    public required FiringCause Cause { get; init; }

    /// <summary>More of the cause, in words; may be empty.</summary>
    public string Why { get; init; } = "";

    /// <summary>Who asked for it; empty = nobody, its time came.</summary>
    public string Who { get; init; } = "";
}

/// <summary>
/// The right to a firing: its number, and a token that grows with each service that takes it over, so that whoever had
/// it before writes nothing more.
/// </summary>
/// <param name="Firing">Number of the firing.</param>
/// <param name="Token">The token, from 1.</param>
public readonly record struct FiringFence(long Firing, long Token)
{
    /// <summary>Reads what <see cref="ToString"/> writes; null = it is none.</summary>
    public static FiringFence? Parse(string text) => text.Split('.') is [var firing, var token]
        && long.TryParse(firing, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
        && long.TryParse(token, NumberStyles.None, CultureInfo.InvariantCulture, out var grown)
            ? new FiringFence(number, grown) : null;

    /// <summary>For a command line: number and token with a dot between them.</summary>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Firing}.{Token}");
}

/// <summary>A firing, as read from the ledger.</summary>
public sealed record FiringRecord
{
    /// <summary>Its number over all triggers.</summary>
    public required long Number { get; init; }

    public required string Batch { get; init; }

    /// <summary>Name of the trigger; empty = the batch itself, for which somebody asked.</summary>
    public required string Trigger { get; init; }

    public required string Environment { get; init; }

    /// <summary>When it was due.</summary>
    public required DateTimeOffset Scheduled { get; init; }

    /// <summary>The local date that it stands for.</summary>
    public required DateOnly AsOf { get; init; }

    /// <summary>The local time that it stands for, as people know it.</summary>
    public required string LocalTime { get; init; }

    /// <summary>What made it fire.</summary>
    public required FiringCause Cause { get; init; }

    /// <summary>How far it is.</summary>
    public required FiringState State { get; init; }

    /// <summary>Why it was passed over or has no run; else more of its cause. May be empty.</summary>
    public required string Why { get; init; }

    /// <summary>Number of the service that has it, or had it last.</summary>
    public required long Service { get; init; }

    /// <summary>Grows with each service that takes it over, from 1.</summary>
    public required long Token { get; init; }

    /// <summary>Number of the newest run that belongs to it; null = none has begun.</summary>
    public long? Run { get; init; }

    /// <summary>How its last run ended; null = it has not, or none began.</summary>
    public RunVerdict? Outcome { get; init; }

    /// <summary>Who asked for it; empty = nobody, its time came.</summary>
    public required string Who { get; init; }

    /// <summary>When it was claimed, or passed over.</summary>
    public required DateTimeOffset Claimed { get; init; }

    /// <summary>When it ended, or was passed over; null = its service owes it something.</summary>
    public DateTimeOffset? Ended { get; init; }

    /// <summary>The right to it, of the service that has it.</summary>
    public FiringFence Fence => new(Number, Token);
}
