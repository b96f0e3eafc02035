namespace Orchestrator.Ledger.Columns;

/// <summary>An approval.</summary>
internal static class ApprovalColumns
{
    public static readonly ColumnList All = new("approval");
    public static readonly RecordColumn Approval = All.Next("approval");
    public static readonly RecordColumn Environment = All.Next("environment");
    public static readonly RecordColumn Kind = All.Next("kind");
    public static readonly RecordColumn Hash = All.Next("hash");
    public static readonly RecordColumn Name = All.Next("name");
    public static readonly RecordColumn ApprovedAt = All.Next("approved_at");
    public static readonly RecordColumn ApprovedBy = All.Next("approved_by");
}
