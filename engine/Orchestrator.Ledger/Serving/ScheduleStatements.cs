using Orchestrator.Ledger.Columns;

namespace Orchestrator.Ledger.Serving;

/// <summary>Reads and writes what triggers are defined and paused, inside the transaction of the caller.</summary>
internal static class ScheduleStatements
{
    private const string NotDefined = "";

    /// <summary>Notes which triggers are defined; those that are not any more owe nothing if they come back.</summary>
    public static IReadOnlyList<ScheduleState> Define(
        StatementCache statements, string environment, IReadOnlyList<DefinedTrigger> triggers, DateTimeOffset now)
    {
        var known = States(statements, environment)
            .ToDictionary(state => (state.Batch, state.Trigger), state => state.DefinitionHash);
        foreach (var one in triggers.Where(
            one => known.GetValueOrDefault((one.Batch, one.Trigger)) != one.DefinitionHash))
        {
            Upsert(one.Batch, one.Trigger, one.DefinitionHash);
        }

        foreach (var (batch, trigger) in known.Where(one => one.Value != NotDefined).Select(one => one.Key)
            .Except(triggers.Select(one => (one.Batch, one.Trigger))))
        {
            Upsert(batch, trigger, NotDefined);
        }

        return [.. States(statements, environment).Where(state => state.DefinitionHash != NotDefined)];

        void Upsert(string batch, string trigger, string hash) => statements["upsert_schedule_state"]
            .Bind(batch).Bind(trigger).Bind(environment).Bind(hash).Bind(Instant.Of(now)).Run();
    }

    public static IReadOnlyList<ScheduleState> States(StatementCache statements, string environment) => LedgerRows.All(
        statements["select_schedule_states"].Bind(environment),
        row => new ScheduleState(
            row.Text(ScheduleStateColumns.Batch), row.Text(ScheduleStateColumns.TriggerName),
            row.Text(ScheduleStateColumns.DefinitionHash), Instant.At(row.Number(ScheduleStateColumns.FirstSeenAt)))
        {
            Seen = row.Text(ScheduleStateColumns.Seen),
        });

    /// <summary>Notes what a trigger has seen of its files; false = another service has noted something else.</summary>
    public static bool Saw(StatementCache statements, string environment, FilesSeen seen) => LedgerRows.All(
        statements["update_schedule_seen"].Bind(seen.Batch).Bind(seen.Trigger).Bind(environment).Bind(seen.Before)
            .Bind(seen.Now),
        row => row.Text(0)).Count > 0;

    /// <summary>Begins a pause; false = there is one.</summary>
    public static bool Pause(StatementCache statements, SchedulePause pause) => LedgerRows.All(
        statements["insert_schedule_pause"].Bind(pause.Of.Batch).Bind(pause.Of.Trigger).Bind(pause.Of.Environment)
            .Bind(Instant.Of(pause.Paused)).Bind(pause.PausedBy).Bind(pause.Reason),
        row => row.Number(0)).Count > 0;

    /// <summary>Ends a pause; false = there is none.</summary>
    public static bool Resume(StatementCache statements, PausedPart part, string who, DateTimeOffset now) =>
        LedgerRows.All(
            statements["update_schedule_pause"].Bind(part.Batch).Bind(part.Trigger).Bind(part.Environment)
                .Bind(Instant.Of(now)).Bind(who), row => row.Number(0)).Count > 0;

    public static SchedulePause Row(Statement row) => new()
    {
        Number = row.Number(SchedulePauseColumns.Pause),
        Of = new PausedPart(row.Text(SchedulePauseColumns.Environment), row.Text(SchedulePauseColumns.Batch),
            row.Text(SchedulePauseColumns.TriggerName)),
        Paused = Instant.At(row.Number(SchedulePauseColumns.PausedAt)),
        PausedBy = row.Text(SchedulePauseColumns.PausedBy),
        Reason = row.Text(SchedulePauseColumns.Reason),
        Resumed = Instant.AtOrNull(row.NumberOrNull(SchedulePauseColumns.ResumedAt)),
        ResumedBy = row.Text(SchedulePauseColumns.ResumedBy),
    };
}
