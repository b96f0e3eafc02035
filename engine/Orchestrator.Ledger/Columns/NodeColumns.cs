namespace Orchestrator.Ledger.Columns;

/// <summary>A node of a run, behind its last attempt.</summary>
internal static class NodeColumns
{
    public static readonly ColumnList All = new("node", behind: AttemptColumns.All);
    public static readonly RecordColumn Node = All.Next("node");
    public static readonly RecordColumn Kind = All.Next("kind");
    public static readonly RecordColumn Name = All.Next("name");
    public static readonly RecordColumn Parent = All.Next("parent");
    public static readonly RecordColumn PackageKind = All.Next("package_kind");
    public static readonly RecordColumn Hash = All.Next("hash");
    public static readonly RecordColumn State = All.Next("state");
    public static readonly RecordColumn Since = All.Next("since");
    public static readonly RecordColumn Why = All.Next("why");
    public static readonly RecordColumn Reason = All.Next("reason");
    public static readonly RecordColumn ReasonObject = All.Next("reason_object");
    public static readonly RecordColumn ReasonSince = All.Next("reason_since");
    public static readonly RecordColumn Purpose = All.Next("purpose");
    public static readonly RecordColumn Template = All.Next("template");
    public static readonly RecordColumn IsTemplate = All.Next("is_template");
}
