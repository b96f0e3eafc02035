using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Schedules;

namespace Orchestrator.Metadata.Model;

/// <summary>What starts a batch by itself: a time, another batch that has ended, or a file that arrives.</summary>
public sealed record Trigger
{
    /// <summary>Its name, unique in its batch.</summary>
    public required string Name { get; init; }

    /// <summary>The local times at which it fires; null = it fires by something else.</summary>
    public CronText? Cron { get; init; }

    /// <summary>The interval at which it fires, whole seconds; null = it fires by something else.</summary>
    public TimeSpan? Every { get; init; }

    /// <summary>The batch behind which it fires; null = it fires by something else.</summary>
    public AfterBatch? After { get; init; }

    /// <summary>The files whose arrival fires it; null = it fires by something else.</summary>
    public FileArrival? File { get; init; }

    /// <summary>The zone of its times and dates, as written; default UTC.</summary>
    public string TimeZone { get; init; } = "UTC";

    /// <summary>Cron and interval: what becomes of firings that were missed.</summary>
    public MisfireRule Misfire { get; init; } = new();

    /// <summary>Cron and interval: the calendar that says when it may fire; null = none.</summary>
    public string? Calendar { get; init; }

    /// <summary>Whether it fires at all in this environment; default true.</summary>
    public bool IsEnabled { get; init; } = true;

    /// <summary>Cron and interval: its firings, with zone and calendar; null = it fires by something else.</summary>
    public Schedule? Schedule { get; init; }

    /// <summary>Where it was declared.</summary>
    public Origin At { get; init; }

    /// <summary>Where it was said whether it is enabled.</summary>
    public Origin EnabledAt { get; init; } = Origin.Default;
}

/// <summary>A batch whose end fires a trigger, where it has ended so.</summary>
public sealed record AfterBatch(string Batch, Outcome Outcome);

/// <summary>Files whose arrival fires a trigger: one that was not there, or has changed.</summary>
/// <param name="Connection">A Files connection.</param>
/// <param name="Name">Their names in its folder; * and ? stand for any.</param>
/// <param name="StableFor">How long nobody must have written to a file; default that of the connection.</param>
public sealed record FileArrival(string Connection, string Name, TimeSpan StableFor);
