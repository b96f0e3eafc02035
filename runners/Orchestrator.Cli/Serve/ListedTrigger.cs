using Orchestrator.Metadata.Model;
using Orchestrator.Schedules;

namespace Orchestrator.Cli.Serve;

/// <summary>A trigger with its batch.</summary>
internal sealed record TriggerOfBatch(string Batch, Trigger Trigger)
{
    /// <summary>BATCH/TRIGGER.</summary>
    public string Name => $"{Batch}/{Trigger.Name}";
}

/// <summary>A trigger with its next firing; null = it has none.</summary>
internal sealed record ListedTrigger(TriggerOfBatch Of, Firing? Next);

/// <summary>A firing with its trigger.</summary>
internal sealed record FiringOfTrigger(TriggerOfBatch Of, Firing Firing);
