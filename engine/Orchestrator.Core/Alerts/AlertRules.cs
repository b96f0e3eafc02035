using System.Globalization;

namespace Orchestrator.Core.Alerts;

/// <summary>Decides what an alert has to tell. Asked again it names the same by the same keys.</summary>
public static class AlertRules
{
    /// <summary>What is older than this is told no more, whatever was missed: a day.</summary>
    public static readonly TimeSpan AgeMax = TimeSpan.FromDays(1);

    /// <summary>What has happened to the batch of an alert and is to be told.</summary>
    /// <param name="rule">The alert.</param>
    /// <param name="facts">What is known now.</param>
    /// <param name="since">Since when the alert is declared: what was before is not told.</param>
    /// <param name="now">The time.</param>
    public static IReadOnlyList<Occurrence> Find(
        AlertRule rule, AlertFacts facts, DateTimeOffset since, DateTimeOffset now)
    {
        var from = now - AgeMax > since ? now - AgeMax : since;
        return
        [
            .. rule.When.Distinct().SelectMany(what => what switch
            {
                AlertEvent.Failed => Ended(rule, facts, RunEnd.Failed, what),
                AlertEvent.SucceededWithWarnings => Ended(rule, facts, RunEnd.Warnings, what),
                AlertEvent.DurabilityNotRestored => NotRestored(rule, facts),
                AlertEvent.StaleAbsorber => Stale(rule, facts, now),
                _ => NotEnded(rule, facts, now).Concat(NotStarted(rule, facts, now)),
            }).Where(occurrence => occurrence.At > from),
        ];
    }

    private static IEnumerable<Occurrence> Ended(AlertRule rule, AlertFacts facts, RunEnd end, AlertEvent what) =>
        facts.Ended.Where(run => run.Batch == rule.Batch && run.End == end && !run.GoesOn).Select(run => new Occurrence
        {
            Key = $"{what}:{run.Number}",
            Event = what,
            Batch = run.Batch,
            At = run.Ended,
            Cause = end == RunEnd.Failed ? Causes.Of(run.Batch, run.Failures) : "warnings",
            Run = run.Number,
            Summary = run.Summary,
            Failures = run.Failures,
            FailuresCount = run.FailuresCount,
            Command = run.Command,
        });

    private static IEnumerable<Occurrence> NotRestored(AlertRule rule, AlertFacts facts) =>
        facts.Ended.Where(run => run.Batch == rule.Batch && !run.GoesOn)
            .SelectMany(run => run.NotRestored.Select(scope => new Occurrence
            {
                Key = Causes.Cut($"{AlertEvent.DurabilityNotRestored}:{run.Number}:{scope.Connection}"),
                Event = AlertEvent.DurabilityNotRestored,
                Batch = run.Batch,
                At = run.Ended,
                Cause = Causes.Cut($"durability of {scope.Connection}"),
                Run = run.Number,
                Summary = $"the durability of {scope.Connection} is not restored: {scope.Words}",
                Command = run.RestoreCommand,
            }));

    private static IEnumerable<Occurrence> NotEnded(AlertRule rule, AlertFacts facts, DateTimeOffset now) =>
        facts.AtWork.Where(run => run.Batch == rule.Batch && run.Usual is { } usual
                && now > run.Started + usual + rule.LateMargin)
            .Select(run => new Occurrence
            {
                Key = $"{AlertEvent.Late}:run:{run.Number}",
                Event = AlertEvent.Late,
                Batch = run.Batch,
                At = run.Started + run.Usual!.Value + rule.LateMargin,
                Cause = "late",
                Run = run.Number,
                Summary = $"not ended after {Words(now - run.Started)}, usually {Words(run.Usual.Value)}",
                Command = run.Command,
            });

    private static IEnumerable<Occurrence> NotStarted(AlertRule rule, AlertFacts facts, DateTimeOffset now) =>
        facts.Due.Where(firing => firing.Batch == rule.Batch
                && (firing.Began ?? now) > firing.Scheduled + rule.LateMargin)
            .Select(firing => new Occurrence
            {
                Key = Causes.Cut($"{AlertEvent.Late}:firing:{firing.Trigger}:{MessageText.Moment(firing.Scheduled)}"),
                Event = AlertEvent.Late,
                Batch = firing.Batch,
                At = firing.Scheduled + rule.LateMargin,
                Cause = "late",
                Summary = (firing.IsOver ? "not started" : firing.Began is { } began
                        ? $"started {Words(began - firing.Scheduled)} late" : "not started yet")
                    + $", due at {MessageText.Moment(firing.Scheduled)}"
                    + (firing.Trigger.Length > 0 ? $" by {firing.Trigger}" : "")
                    + (firing.Why.Length > 0 ? $": {firing.Why}" : ""),
                Command = firing.Command,
            });

    // Once for each hour in which it stays so, so that it is not forgotten.
    private static IEnumerable<Occurrence> Stale(AlertRule rule, AlertFacts facts, DateTimeOffset now) =>
        facts.Buffers.Where(buffer => buffer.Batch == rule.Batch && buffer.Oldest > rule.StaleAfter)
            .Select(buffer => new Occurrence
            {
                Key = Causes.Cut($"{AlertEvent.StaleAbsorber}:{Hour(now)}:{buffer.Package}"),
                Event = AlertEvent.StaleAbsorber,
                Batch = buffer.Batch,
                At = now,
                Cause = Causes.Cut($"buffers of {buffer.Connection}"),
                Summary = $"{buffer.Package}: {buffer.Backlog:N0} rows wait in the buffer, the oldest for "
                    + Words(buffer.Oldest),
                Command = buffer.Command,
            });

    private static string Hour(DateTimeOffset at) =>
        at.UtcDateTime.ToString("yyyy-MM-dd HH", CultureInfo.InvariantCulture);

    private static string Words(TimeSpan time) => time.TotalMinutes < 1 ? $"{time.TotalSeconds:0} s"
        : time.TotalHours < 1 ? $"{time.TotalMinutes:0} min"
        : $"{(int)time.TotalHours} h {time.Minutes} min";
}
