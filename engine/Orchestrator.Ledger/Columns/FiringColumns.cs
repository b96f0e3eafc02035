namespace Orchestrator.Ledger.Columns;

/// <summary>A firing.</summary>
internal static class FiringColumns
{
    public static readonly ColumnList All = new("firing");
    public static readonly RecordColumn Firing = All.Next("firing");
    public static readonly RecordColumn Batch = All.Next("batch");
    public static readonly RecordColumn TriggerName = All.Next("trigger_name");
    public static readonly RecordColumn Environment = All.Next("environment");
    public static readonly RecordColumn ScheduledAt = All.Next("scheduled_at");
    public static readonly RecordColumn AsOf = All.Next("as_of");
    public static readonly RecordColumn LocalTime = All.Next("local_time");
    public static readonly RecordColumn Cause = All.Next("cause");
    public static readonly RecordColumn State = All.Next("state");
    public static readonly RecordColumn Why = All.Next("why");
    public static readonly RecordColumn Service = All.Next("service");
    public static readonly RecordColumn Token = All.Next("token");
    public static readonly RecordColumn Run = All.Next("run");
    public static readonly RecordColumn Outcome = All.Next("outcome");
    public static readonly RecordColumn Who = All.Next("who");
    public static readonly RecordColumn ClaimedAt = All.Next("claimed_at");
    public static readonly RecordColumn EndedAt = All.Next("ended_at");
}
