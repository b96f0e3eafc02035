using Orchestrator.Schedules;
using Orchestrator.Service.Alerts;

namespace Orchestrator.Service.Scheduling;

/// <summary>What a scheduler says of itself, as of its last turn.</summary>
public sealed record SchedulerState
{
    /// <summary>Number of the service in the ledger; 0 = it has none yet.</summary>
    public long Service { get; init; }

    /// <summary>When it turned last.</summary>
    public DateTimeOffset Turned { get; init; }

    /// <summary>Whether any definitions are in force: those that were read first may have had errors.</summary>
    public bool HasDefinitions { get; init; }

    /// <summary>Commit of the definitions in force; empty = unknown.</summary>
    public string Commit { get; init; } = "";

    /// <summary>The batches in force.</summary>
    public IReadOnlyList<ServedBatch> Batches { get; init; } = [];

    /// <summary>Whether the environment is protected.</summary>
    public bool IsProtected { get; init; }

    /// <summary>What they need and nobody has approved, so that their runs wait.</summary>
    public IReadOnlyList<WaitingPermission> Waiting { get; init; } = [];

    /// <summary>The triggers in force, and when each is due next as far as a clock tells.</summary>
    public IReadOnlyList<(ServedTrigger Trigger, Firing? Next)> Triggers { get; init; } = [];

    /// <summary>The alerts in force.</summary>
    public ServedAlerts Alerts { get; init; } = new();

    /// <summary>Since when what lies in the folder has errors and is not in force; null = it has none.</summary>
    public DateTimeOffset? InvalidSince { get; init; }

    /// <summary>What was said when the metadata were read last.</summary>
    public IReadOnlyList<string> Problems { get; init; } = [];

    /// <summary>Firings that it has to bring to their end.</summary>
    public int Firings { get; init; }

    /// <summary>How many runs it has at work, and what waits for one of them to end.</summary>
    public RunLine Line { get; init; } = new(1, 0, []);

    /// <summary>When the next trigger is due; null = none is.</summary>
    public DateTimeOffset? Next => Triggers.Min(each => each.Next?.Instant);

    /// <summary>Whether it begins nothing any more.</summary>
    public bool IsStopping { get; init; }

    /// <summary>What keeps it from the ledger; empty = nothing.</summary>
    public string Trouble { get; init; } = "";
}
