namespace Orchestrator.Ledger.Columns;

/// <summary>A run.</summary>
internal static class RunColumns
{
    public static readonly ColumnList All = new("run");
    public static readonly RecordColumn Run = All.Next("run");
    public static readonly RecordColumn Id = All.Next("id");
    public static readonly RecordColumn Solution = All.Next("solution");
    public static readonly RecordColumn Batch = All.Next("batch");
    public static readonly RecordColumn Environment = All.Next("environment");
    public static readonly RecordColumn PlanHash = All.Next("plan_hash");
    public static readonly RecordColumn Continues = All.Next("continues");
    public static readonly RecordColumn GateSlots = All.Next("gate_slots");
    public static readonly RecordColumn Processors = All.Next("processors");
    public static readonly RecordColumn GitCommit = All.Next("git_commit");
    public static readonly RecordColumn Version = All.Next("version");
    public static readonly RecordColumn Host = All.Next("host");
    public static readonly RecordColumn UserName = All.Next("user_name");
    public static readonly RecordColumn ProcessId = All.Next("process_id");
    public static readonly RecordColumn BootId = All.Next("boot_id");
    public static readonly RecordColumn StartedAt = All.Next("started_at");
    public static readonly RecordColumn EndedAt = All.Next("ended_at");
    public static readonly RecordColumn Verdict = All.Next("verdict");
}
