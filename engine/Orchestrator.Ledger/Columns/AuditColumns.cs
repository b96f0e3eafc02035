namespace Orchestrator.Ledger.Columns;

/// <summary>An entry of the audit.</summary>
internal static class AuditColumns
{
    public static readonly ColumnList All = new("audit");
    public static readonly RecordColumn Entry = All.Next("entry");
    public static readonly RecordColumn Environment = All.Next("environment");
    public static readonly RecordColumn At = All.Next("at");
    public static readonly RecordColumn Who = All.Next("who");
    public static readonly RecordColumn Role = All.Next("role");
    public static readonly RecordColumn Address = All.Next("address");
    public static readonly RecordColumn Action = All.Next("action");
    public static readonly RecordColumn Object = All.Next("object");
    public static readonly RecordColumn Outcome = All.Next("outcome");
    public static readonly RecordColumn Detail = All.Next("detail");
}
