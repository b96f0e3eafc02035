namespace Orchestrator.Ledger.Columns;

/// <summary>A run that somebody asks for.</summary>
internal static class StartRequestColumns
{
    public static readonly ColumnList All = new("start_request");
    public static readonly RecordColumn Wish = All.Next("wish");
    public static readonly RecordColumn Batch = All.Next("batch");
    public static readonly RecordColumn TriggerName = All.Next("trigger_name");
    public static readonly RecordColumn Environment = All.Next("environment");
    public static readonly RecordColumn Continues = All.Next("continues");
    public static readonly RecordColumn IdempotencyKey = All.Next("idempotency_key");
    public static readonly RecordColumn Who = All.Next("who");
    public static readonly RecordColumn AskedAt = All.Next("asked_at");
    public static readonly RecordColumn AnsweredAt = All.Next("answered_at");
    public static readonly RecordColumn Firing = All.Next("firing");
    public static readonly RecordColumn Refusal = All.Next("refusal");
}
