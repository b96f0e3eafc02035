using System.Globalization;
using Orchestrator.Ledger.Serving;
using Orchestrator.Packages;
using Orchestrator.Schedules;
using Orchestrator.Service.Pages;
using Orchestrator.Service.Reading;
using Orchestrator.Service.Scheduling;

namespace Orchestrator.Service.Api;

/// <summary>Schedules, buffers, rejected rows and plans, as machines read them.</summary>
internal static class MoreEntries
{
    public static SchedulesDocument Of(ScheduleReading reading, IReadOnlyList<MissedStart> missed) => new(
        Entries.SchemaVersion, reading.Scheduler is { } scheduler ? Of(scheduler) : null,
        [.. (reading.Scheduler?.Triggers ?? []).Select(each => Of(reading, each.Trigger, each.Next))],
        [.. reading.Pauses.Select(Of)], [.. reading.Firings.Select(Of)], [.. missed.Select(Of)]);

    public static MissedEntry Of(MissedStart missed) =>
        new(missed.Batch, Said(missed.Trigger), missed.Due.UtcDateTime, missed.Why, missed.IsMeant);

    public static AbsorberEntry Of(AbsorberReading reading)
    {
        var status = reading.Status is { IsThere: true } there ? there : null;
        return new(reading.Name, reading.Connection, reading.State.Word, reading.IsStale, reading.Limit.TotalSeconds,
            Said(reading.Status?.Buffer), status?.Backlog, status is { Backlog: > 0 } ? status.Age.TotalSeconds : null,
            status?.Heard is null ? null : status.Arriving, status?.Heard is null ? null : status.Draining,
            Said(status?.Drainer), status?.Heard?.TotalSeconds, Said(reading.Fault));
    }

    public static RejectsDocument Of(RejectReading reading) => new(
        Entries.SchemaVersion, reading.Run, reading.Package, reading.Attempt?.Id, reading.Rows,
        reading.Where?.Connection, reading.Where?.Place,
        reading.Reasons?.Select(each => new ReasonEntry(each.Reason, each.Rows, each.Replayed)).ToList(),
        reading.Values?.Select(Of).ToList(), Said(reading.Trouble));

    public static PlanDocument Of(PlanReading reading)
    {
        var (view, counts) = (reading.View, reading.View.Tree.CountsOf(reading.View.Root));
        return new(
            Entries.SchemaVersion, reading.Batch, reading.Run?.Run.Number, view.Root.Name,
            PlanWords.Kind(view.Root), counts.Total, States(counts), view.Total, view.Page, view.Pages,
            [.. view.Boxes.Select(node => Of(view.Tree, node))]);
    }

    private static PlanNodeEntry Of(PlanTree tree, PlanTreeNode node)
    {
        var counts = tree.CountsOf(node);
        return new(
            node.Name, PlanWords.Kind(node), node.Parent < 0 ? "" : tree[node.Parent].Name, node.State?.ToString(),
            counts.Total, States(counts), [.. node.Before.Select(before => tree[before].Name)]);
    }

    private static Dictionary<string, int> States(PlanCounts counts) =>
        counts.Shown.ToDictionary(each => $"{each.State}", each => each.Count);

    private static RejectedEntry Of(KeptRow row) => new(
        row.Row > 0 ? row.Row : null, Said(row.File), row.Column, row.Reason, Said(row.Key), row.Value);

    private static SchedulerEntry Of(SchedulerState state) => new(
        state.Service, state.Turned.UtcDateTime, Said(state.Commit), state.HasDefinitions,
        state.InvalidSince?.UtcDateTime, state.Problems, state.IsStopping, Said(state.Trouble));

    private static TriggerEntry Of(ScheduleReading reading, ServedTrigger trigger, Firing? next) => new(
        trigger.Batch, trigger.Name, trigger.Words, trigger.Zone.Id, next?.Instant.UtcDateTime,
        next?.Local.ToString("yyyy-MM-dd'T'HH:mm:ss", CultureInfo.InvariantCulture), reading.IsPaused(trigger));

    private static PauseEntry Of(SchedulePause pause) => new(
        Said(pause.Of.Batch), Said(pause.Of.Trigger), pause.Paused.UtcDateTime, pause.PausedBy, Said(pause.Reason));

    private static FiringEntry Of(FiringRecord firing) => new(
        firing.Number, firing.Batch, Said(firing.Trigger), firing.Scheduled.UtcDateTime,
        firing.AsOf.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture), firing.Cause.ToString(),
        firing.State.ToString(), firing.Outcome?.ToString(), firing.Run, Said(firing.Why), Said(firing.Who),
        firing.Ended?.UtcDateTime);

    private static string? Said(string? text) => string.IsNullOrEmpty(text) ? null : text;
}
