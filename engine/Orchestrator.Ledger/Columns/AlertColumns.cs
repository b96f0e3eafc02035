namespace Orchestrator.Ledger.Columns;

/// <summary>Something that an alert tells a target.</summary>
internal static class AlertColumns
{
    public static readonly ColumnList All = new("alert");
    public static readonly RecordColumn Alert = All.Next("alert");
    public static readonly RecordColumn Id = All.Next("id");
    public static readonly RecordColumn Environment = All.Next("environment");
    public static readonly RecordColumn Batch = All.Next("batch");
    public static readonly RecordColumn AlertName = All.Next("alert_name");
    public static readonly RecordColumn Event = All.Next("event");
    public static readonly RecordColumn Target = All.Next("target");
    public static readonly RecordColumn TargetHash = All.Next("target_hash");
    public static readonly RecordColumn Occurrence = All.Next("occurrence");
    public static readonly RecordColumn Cause = All.Next("cause");
    public static readonly RecordColumn Run = All.Next("run");
    public static readonly RecordColumn Detail = All.Next("detail");
    public static readonly RecordColumn State = All.Next("state");
    public static readonly RecordColumn Message = All.Next("message");
    public static readonly RecordColumn Tries = All.Next("tries");
    public static readonly RecordColumn NoticedAt = All.Next("noticed_at");
    public static readonly RecordColumn DueAt = All.Next("due_at");
    public static readonly RecordColumn EndedAt = All.Next("ended_at");
    public static readonly RecordColumn LastError = All.Next("last_error");
}
