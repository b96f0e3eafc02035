using System.Globalization;
using Orchestrator.Ledger.Serving;
using Orchestrator.Schedules;
using Orchestrator.Service.Reading;
using Orchestrator.Service.Scheduling;

namespace Orchestrator.Service.Api;

/// <summary>Schedules, as machines read them.</summary>
internal static class ScheduleEntries
{
    public static SchedulesDocument Of(ScheduleReading reading, IReadOnlyList<MissedStart> missed) => new(
        ApiDocument.SchemaVersion, reading.Scheduler is { } scheduler ? Of(scheduler) : null,
        [.. (reading.Scheduler?.Triggers ?? []).Select(each => Of(reading, each.Trigger, each.Next))],
        [.. reading.Pauses.Select(Of)], [.. reading.Firings.Select(Of)], [.. missed.Select(Of)]);

    public static MissedEntry Of(MissedStart missed) =>
        new(missed.Batch, ApiDocument.Said(missed.Trigger), missed.Due.UtcDateTime, missed.Why, missed.IsMeant);

    private static SchedulerEntry Of(SchedulerState state) => new(
        state.Service, state.Turned.UtcDateTime, ApiDocument.Said(state.Commit), state.HasDefinitions,
        state.InvalidSince?.UtcDateTime, state.Problems, state.IsStopping, ApiDocument.Said(state.Trouble),
        state.Line.Most, state.Line.AtWork, state.Line.Waiting);

    private static TriggerEntry Of(ScheduleReading reading, ServedTrigger trigger, Firing? next) => new(
        trigger.Batch, trigger.Name, trigger.Words, trigger.Zone.Id, next?.Instant.UtcDateTime,
        next?.Local.ToString("yyyy-MM-dd'T'HH:mm:ss", CultureInfo.InvariantCulture), reading.IsPaused(trigger));

    private static PauseEntry Of(SchedulePause pause) => new(
        ApiDocument.Said(pause.Of.Batch), ApiDocument.Said(pause.Of.Trigger), pause.Paused.UtcDateTime, pause.PausedBy,
        ApiDocument.Said(pause.Reason));

    private static FiringEntry Of(FiringRecord firing) => new(
        firing.Number, firing.Batch, ApiDocument.Said(firing.Trigger), firing.Scheduled.UtcDateTime,
        firing.AsOf.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture), firing.Cause.ToString(),
        firing.State.ToString(), firing.Outcome?.ToString(), firing.Run, ApiDocument.Said(firing.Why),
        ApiDocument.Said(firing.Who), firing.Ended?.UtcDateTime);
}
