using Microsoft.AspNetCore.Http;

namespace Orchestrator.Service.Api;

/// <summary>When batches start by themselves, and what became of that in the last week.</summary>
internal sealed record SchedulesDocument(
    int SchemaVersion, SchedulerEntry? Scheduler, IReadOnlyList<TriggerEntry> Triggers,
    IReadOnlyList<PauseEntry> Pauses, IReadOnlyList<FiringEntry> Firings, IReadOnlyList<MissedEntry> NotStarted)
{
    public static ApiAddress Address { get; } = new(
        "/schedules", "When batches start by themselves, and what came of it",
        reading => async (CancellationToken aborted) => TypedResults.Ok(ScheduleEntries.Of(
            await reading.SchedulesAsync(aborted), await reading.MissedAsync(aborted))));
}

/// <summary>How the scheduler of this service stands.</summary>
/// <param name="Service">Its number in the ledger.</param>
/// <param name="TurnedAt">When it looked last whether anything is due.</param>
/// <param name="Commit">Git commit of the metadata in force; null = unknown.</param>
/// <param name="HasMetadata">Whether any metadata are in force.</param>
/// <param name="InvalidSince">Since when the metadata on disk have errors and are not in force.</param>
/// <param name="Problems">What was said of them.</param>
/// <param name="IsStopping">Whether it begins nothing any more.</param>
/// <param name="Trouble">What keeps it from the ledger; null = nothing.</param>
/// <param name="RunsMax">How many runs it has at work at a time.</param>
/// <param name="RunsAtWork">How many it has at work.</param>
/// <param name="InLine">The firings that wait for one of them to end, in their order.</param>
internal sealed record SchedulerEntry(
    long Service, DateTime TurnedAt, string? Commit, bool HasMetadata, DateTime? InvalidSince,
    IReadOnlyList<string> Problems, bool IsStopping, string? Trouble, int RunsMax, int RunsAtWork,
    IReadOnlyList<long> InLine);

/// <summary>A trigger that is enabled.</summary>
/// <param name="Batch">Name of its batch.</param>
/// <param name="Trigger">Its name.</param>
/// <param name="Fires">When it fires, in words.</param>
/// <param name="TimeZone">The zone of its local times.</param>
/// <param name="NextAt">When it is due next by the clock; null = by something else, or never.</param>
/// <param name="NextLocal">The same in its zone, without an offset.</param>
/// <param name="IsPaused">Whether it is paused.</param>
internal sealed record TriggerEntry(
    string Batch, string Trigger, string Fires, string TimeZone, DateTime? NextAt, string? NextLocal, bool IsPaused);

/// <summary>A pause that lasts.</summary>
internal sealed record PauseEntry(
    string? Batch, string? Trigger, DateTime PausedAt, string PausedBy, string? Reason);

/// <summary>A firing, also one that was passed over.</summary>
internal sealed record FiringEntry(
    long Firing, string Batch, string? Trigger, DateTime DueAt, string AsOf, string Cause, string State,
    string? Outcome, long? Run, string? Why, string? Who, DateTime? EndedAt);

/// <summary>A batch that was due and has no run of it.</summary>
/// <param name="Batch">Name of the batch.</param>
/// <param name="Trigger">Name of the trigger; null = somebody asked for it.</param>
/// <param name="DueAt">When it was due.</param>
/// <param name="Why">What keeps it, or kept it.</param>
/// <param name="IsMeant">Whether somebody or its rules wanted it so.</param>
internal sealed record MissedEntry(string Batch, string? Trigger, DateTime DueAt, string Why, bool IsMeant);
