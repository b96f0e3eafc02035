namespace Orchestrator.Ledger.Columns;

/// <summary>How a trigger is defined.</summary>
internal static class ScheduleStateColumns
{
    public static readonly ColumnList All = new("schedule_state");
    public static readonly RecordColumn Batch = All.Next("batch");
    public static readonly RecordColumn TriggerName = All.Next("trigger_name");
    public static readonly RecordColumn Environment = All.Next("environment");
    public static readonly RecordColumn DefinitionHash = All.Next("definition_hash");
    public static readonly RecordColumn FirstSeenAt = All.Next("first_seen_at");
    public static readonly RecordColumn Seen = All.Next("seen");
}
