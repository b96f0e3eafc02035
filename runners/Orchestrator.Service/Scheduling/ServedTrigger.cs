using Orchestrator.Core;
using Orchestrator.Schedules;

namespace Orchestrator.Service.Scheduling;

/// <summary>A trigger that fires: by a schedule, after another batch, or when a file arrives.</summary>
public sealed record ServedTrigger
{
    public required string Batch { get; init; }

    public required string Name { get; init; }

    /// <summary>When it fires, in words.</summary>
    public string Words { get; init; } = "";

    /// <summary>Hash of its definition: one that changes owes nothing for the time before.</summary>
    public required string Hash { get; init; }

    /// <summary>The zone of its local times.</summary>
    public required TimeZoneInfo Zone { get; init; }

    /// <summary>When it fires; null = it has no schedule.</summary>
    public Schedule? Schedule { get; init; }

    /// <summary>What becomes of firings that were missed.</summary>
    public MisfireRule Misfire { get; init; } = new();

    /// <summary>The batch whose end fires it; null = none.</summary>
    public string? After { get; init; }

    /// <summary>How that batch must have ended.</summary>
    public Outcome Outcome { get; init; }

    /// <summary>The files whose arrival fires it; null = none.</summary>
    public AwaitedFiles? Files { get; init; }
}

/// <summary>Files that somebody waits for.</summary>
/// <param name="Folder">Full path of their folder.</param>
/// <param name="Pattern">Their names, with wildcards.</param>
/// <param name="StableFor">How long nobody must have written to one.</param>
public sealed record AwaitedFiles(string Folder, string Pattern, TimeSpan StableFor);
