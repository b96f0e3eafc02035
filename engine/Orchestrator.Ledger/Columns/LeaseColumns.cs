namespace Orchestrator.Ledger.Columns;

/// <summary>Who has the right to run a batch in an environment.</summary>
internal static class LeaseColumns
{
    public static readonly ColumnList All = new("lease");
    public static readonly RecordColumn Run = All.Next("run");
    public static readonly RecordColumn Token = All.Next("token");
    public static readonly RecordColumn Host = All.Next("host");
    public static readonly RecordColumn UserName = All.Next("user_name");
    public static readonly RecordColumn ProcessId = All.Next("process_id");
    public static readonly RecordColumn BootId = All.Next("boot_id");
    public static readonly RecordColumn ProcessBegan = All.Next("process_began");
    public static readonly RecordColumn Session = All.Next("session");
    public static readonly RecordColumn RenewedAt = All.Next("renewed_at");
    public static readonly RecordColumn LastsUntil = All.Next("lasts_until");
}
