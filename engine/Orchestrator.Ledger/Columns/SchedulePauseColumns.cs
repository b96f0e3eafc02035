namespace Orchestrator.Ledger.Columns;

/// <summary>A pause.</summary>
internal static class SchedulePauseColumns
{
    public static readonly ColumnList All = new("schedule_pause");
    public static readonly RecordColumn Pause = All.Next("pause");
    public static readonly RecordColumn Batch = All.Next("batch");
    public static readonly RecordColumn TriggerName = All.Next("trigger_name");
    public static readonly RecordColumn Environment = All.Next("environment");
    public static readonly RecordColumn PausedAt = All.Next("paused_at");
    public static readonly RecordColumn PausedBy = All.Next("paused_by");
    public static readonly RecordColumn Reason = All.Next("reason");
    public static readonly RecordColumn ResumedAt = All.Next("resumed_at");
    public static readonly RecordColumn ResumedBy = All.Next("resumed_by");
}
