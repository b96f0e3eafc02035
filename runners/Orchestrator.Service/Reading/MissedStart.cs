using Orchestrator.Core;
using Orchestrator.Ledger.Serving;
using Orchestrator.Schedules;
using Orchestrator.Service.Scheduling;

namespace Orchestrator.Service.Reading;

/// <summary>A batch that was due and has no run of it; texts have passed the gate.</summary>
/// <param name="Batch">Name of the batch.</param>
/// <param name="Trigger">Name of the trigger; empty = somebody asked for it.</param>
/// <param name="Due">When it was due.</param>
/// <param name="Why">What keeps it, or kept it.</param>
/// <param name="IsMeant">Whether somebody or its rules wanted it so.</param>
internal sealed record MissedStart(string Batch, string Trigger, DateTimeOffset Due, string Why, bool IsMeant)
{
    /// <summary>Among the ranks of runs: beside those that failed, or beside those that somebody holds.</summary>
    public int Rank => IsMeant ? 4 : 1;
}

/// <summary>
/// Finds what did not start: what a trigger or somebody asked for last and what has no run, unless the batch has run
/// since; and what is due by the clock and was not claimed. Pure.
/// </summary>
internal static class MissedStarts
{
    public static IReadOnlyList<MissedStart> Of(
        ScheduleReading reading, IReadOnlyList<BatchNight> nights, DateTimeOffset now)
    {
        var begun = nights.ToDictionary(
            night => night.Digest.Run.Batch, night => night.Digest.Run.Started, StringComparer.Ordinal);
        var found = reading.Newest.Where(firing => !(begun.GetValueOrDefault(firing.Batch) >= firing.Scheduled))
            .Where(firing => !IsGone(reading.Scheduler, firing))
            .Select(firing => Fired(reading, firing, now)).OfType<MissedStart>().ToList();
        var due = (reading.Scheduler?.Triggers ?? []).Where(each => each.Next?.Instant < now - FiringRules.OnTimeMax)
            .Select(each => Due(reading, each.Trigger, each.Next!.Instant));
        return
        [
            .. due.Concat(found).DistinctBy(missed => (missed.Batch, missed.Trigger))
                .OrderBy(missed => missed.Rank).ThenBy(missed => missed.Due),
        ];
    }

    // A trigger that is not in force any more keeps nobody from anything.
    private static bool IsGone(SchedulerState? scheduler, FiringRecord firing) =>
        scheduler is { HasDefinitions: true } && firing.Trigger.Length > 0 && scheduler.Triggers.All(
            each => (each.Trigger.Batch, each.Trigger.Name) != (firing.Batch, firing.Trigger));

    private static MissedStart? Fired(ScheduleReading reading, FiringRecord firing, DateTimeOffset now) => firing switch
    {
        // Who was to go on with a run found that nothing was left to do.
        { Run: not null } or { Outcome: RunVerdict.Succeeded } => null,
        { State: FiringState.PassedOver } =>
            new(firing.Batch, firing.Trigger, firing.Scheduled, $"passed over: {firing.Why}", IsMeant: true),
        { State: FiringState.Ended } =>
            new(firing.Batch, firing.Trigger, firing.Scheduled, $"no run began: {firing.Why}", IsMeant: false),
        _ when now - firing.Claimed > FiringRules.OnTimeMax => new(
            firing.Batch, firing.Trigger, firing.Scheduled,
            reading.Scheduler?.Line.WhyOf(firing.Number) is { Length: > 0 } why
                ? why : "its run has not begun yet", IsMeant: false),
        _ => null,
    };

    private static MissedStart Due(ScheduleReading reading, ServedTrigger trigger, DateTimeOffset due)
    {
        var scheduler = reading.Scheduler!;
        if (reading.PauseOf(trigger) is { } pause)
        {
            return new(trigger.Batch, trigger.Name, due, $"{pause.Of.Name} is paused by {pause.PausedBy}"
                + (pause.Reason.Length > 0 ? $": {pause.Reason}" : ""), IsMeant: true);
        }

        var busy = reading.Firings.FirstOrDefault(firing => firing.Batch == trigger.Batch && firing.Ended is null);
        var why = busy is { Run: { } run } ? $"run {run} of the batch is still at work"
            : busy is not null ? "another firing of the batch has not ended"
            : scheduler.Trouble.Length > 0 ? $"the service cannot write its ledger: {scheduler.Trouble}"
            : scheduler.IsStopping ? "the service is being stopped"
            : "the service has not come to it";
        return new(trigger.Batch, trigger.Name, due, why, IsMeant: false);
    }
}
