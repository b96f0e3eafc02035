namespace Orchestrator.Ledger.Columns;

/// <summary>An action.</summary>
internal static class ActionColumns
{
    public static readonly ColumnList All = new("action");
    public static readonly RecordColumn Action = All.Next("action");
    public static readonly RecordColumn Environment = All.Next("environment");
    public static readonly RecordColumn IdempotencyKey = All.Next("idempotency_key");
    public static readonly RecordColumn Command = All.Next("command");
    public static readonly RecordColumn Who = All.Next("who");
    public static readonly RecordColumn AskedAt = All.Next("asked_at");
    public static readonly RecordColumn Request = All.Next("request");
    public static readonly RecordColumn Wish = All.Next("wish");
    public static readonly RecordColumn Outcome = All.Next("outcome");
    public static readonly RecordColumn Answer = All.Next("answer");
}
