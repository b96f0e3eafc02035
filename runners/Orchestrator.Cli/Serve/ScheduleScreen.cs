using Orchestrator.Cli.Output;
using Orchestrator.Ledger.Serving;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Model;
using Orchestrator.Schedules;

namespace Orchestrator.Cli.Serve;

/// <summary>Triggers and their firings.</summary>
internal static class ScheduleScreen
{
    public static IEnumerable<Line> Lines(
        IReadOnlyList<ListedTrigger> triggers, IReadOnlyList<SchedulePause> pauses) => triggers.Count == 0
        ? []
        : Table.Lines(["trigger", "fires", "zone", "next", "in UTC", "note"], triggers.Select(one => new[]
        {
            one.Of.Name, TriggerProperties.Words(one.Of.Trigger),
            one.Of.Trigger.After is null ? one.Of.Trigger.TimeZone : "",
            one.Next is null ? "" : Local(one.Of.Trigger, one.Next), one.Next is null ? "" : Utc(one.Next),
            Special(one, pauses),
        }), (row, _) => triggers[row].Of.Trigger.IsEnabled ? Ink.Plain : Ink.Dim);

    public static IEnumerable<Line> Lines(IReadOnlyList<FiringOfTrigger> firings) => firings.Count == 0
        ? []
        : Table.Lines(["in its zone", "in UTC", "as of", "trigger", "note"], firings.Select(one => new[]
        {
            Local(one.Of.Trigger, one.Firing), Utc(one.Firing), $"{one.Firing.AsOf:yyyy-MM-dd}", one.Of.Name,
            Note(one.Firing),
        }), (_, _) => Ink.Plain);

    public static IEnumerable<Line> Lines(IReadOnlyList<SchedulePause> pauses) => pauses.Select(pause =>
        new Line("paused", Ink.Warn).Add($": {pause.Of.Name} since {pause.Paused:u} by {pause.PausedBy}"
            + (pause.Reason.Length == 0 ? "" : $" ({pause.Reason})")));

    public static IEnumerable<Line> Lines(IReadOnlyList<WaitingFiring> waiting) => waiting.Select(one =>
        new Line("waits", Ink.Warn).Add($": {one.Name}, due {one.Firing.Scheduled:u}: {one.Why}"));

    public static object Document(
        Solution solution, IReadOnlyList<ListedTrigger> triggers, IReadOnlyList<SchedulePause> pauses,
        IReadOnlyList<WaitingFiring> waiting) => new
        {
            schema_version = Json.SchemaVersion,
            environment = solution.Environment,
            triggers = triggers.Select(one => Document(one.Of, one.Next)),
            pauses = pauses.Select(pause => new
            {
                batch = pause.Of.Batch,
                trigger = pause.Of.Trigger,
                since = pause.Paused,
                by = pause.PausedBy,
                reason = pause.Reason,
            }),
            waiting = waiting.Select(one => new
            {
                firing = one.Firing.Number,
                batch = one.Firing.Batch,
                trigger = one.Firing.Trigger.Length == 0 ? null : one.Firing.Trigger,
                due = one.Firing.Scheduled,
                service = one.Firing.Service,
                why = one.Why,
            }),
        };

    public static object Document(Solution solution, IReadOnlyList<FiringOfTrigger> firings) => new
    {
        schema_version = Json.SchemaVersion,
        environment = solution.Environment,
        firings = firings.Select(one => new
        {
            batch = one.Of.Batch,
            trigger = one.Of.Trigger.Name,
            firing = Document(one.Of.Trigger, one.Firing),
        }),
    };

    private static object Document(TriggerOfBatch one, Firing? next) => new
    {
        batch = one.Batch,
        trigger = one.Trigger.Name,
        fires = TriggerProperties.Words(one.Trigger),
        is_enabled = one.Trigger.IsEnabled,
        values = TriggerProperties.Of(one.Trigger).Select(value => new
        {
            key = value.Key,
            value = value.Value,
            is_default = value.IsDefault,
        }),
        file = one.Trigger.At.File,
        line = one.Trigger.At.Line,
        next = next is null ? null : Document(one.Trigger, next),
    };

    private static object Document(Trigger trigger, Firing firing) => new
    {
        at = firing.Instant,
        in_zone = InZone(trigger, firing),
        as_of = firing.AsOf,
        stands_for = firing.Local,
        note = firing.Note == ClockNote.None ? null : (ClockNote?)firing.Note,
        left_out = firing.LeftOut,
    };

    private static string Special(ListedTrigger one, IReadOnlyList<SchedulePause> pauses) => string.Join("; ", new[]
    {
        one.Of.Trigger.IsEnabled ? "" : "disabled",
        pauses.Any(pause => pause.Of.Has(one.Of.Batch, one.Of.Trigger.Name)) ? "paused" : "",
        one.Of.Trigger is { IsEnabled: true, Schedule: not null } && one.Next is null ? "never fires" : "",
        one.Of.Trigger.Calendar is { } calendar ? $"calendar {calendar}" : "",
        one.Next is null ? "" : Note(one.Next),
    }.Where(text => text.Length > 0));

    private static string Note(Firing firing) => (firing.Note, firing.LeftOut) switch
    {
        (ClockNote.FirstOfTwo, _) => $"the first of two {Clock(firing)}",
        (ClockNote.AfterGap, 1) => $"after the gap, for {Clock(firing)}",
        (ClockNote.AfterGap, var count) => $"after the gap, for {count} times up to {Clock(firing)}",
        (_, > 0) => $"after the gap, also for {Words.Count(firing.LeftOut, "time")} within it",
        _ => "",
    };

    private static string Clock(Firing firing) =>
        firing.Local.ToString(firing.Local.Second == 0 ? "HH:mm" : "HH:mm:ss");

    private static string Local(Trigger trigger, Firing firing) =>
        InZone(trigger, firing).ToString("ddd yyyy-MM-dd HH:mm:ss zzz");

    private static string Utc(Firing firing) => firing.Instant.ToString("yyyy-MM-dd HH:mm:ss'Z'");

    private static DateTimeOffset InZone(Trigger trigger, Firing firing) =>
        TimeZoneInfo.ConvertTime(firing.Instant, trigger.Schedule!.Zone);
}
