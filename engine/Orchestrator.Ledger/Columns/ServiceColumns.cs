namespace Orchestrator.Ledger.Columns;

/// <summary>A service.</summary>
internal static class ServiceColumns
{
    public static readonly ColumnList All = new("service");
    public static readonly RecordColumn Service = All.Next("service");
    public static readonly RecordColumn Solution = All.Next("solution");
    public static readonly RecordColumn Environment = All.Next("environment");
    public static readonly RecordColumn Host = All.Next("host");
    public static readonly RecordColumn UserName = All.Next("user_name");
    public static readonly RecordColumn ProcessId = All.Next("process_id");
    public static readonly RecordColumn ProcessBegan = All.Next("process_began");
    public static readonly RecordColumn BootId = All.Next("boot_id");
    public static readonly RecordColumn Version = All.Next("version");
    public static readonly RecordColumn Address = All.Next("address");
    public static readonly RecordColumn StartedAt = All.Next("started_at");
    public static readonly RecordColumn RenewedAt = All.Next("renewed_at");
    public static readonly RecordColumn StoppedAt = All.Next("stopped_at");
}
