namespace Orchestrator.Ledger.Columns;

/// <summary>A run as far as a purge has to know it.</summary>
internal static class PurgeRunColumns
{
    public static readonly ColumnList All = new("purge_run");
    public static readonly RecordColumn Run = All.Next("run");
    public static readonly RecordColumn Solution = All.Next("solution");
    public static readonly RecordColumn Batch = All.Next("batch");
    public static readonly RecordColumn Environment = All.Next("environment");
    public static readonly RecordColumn Continues = All.Next("continues");
    public static readonly RecordColumn EndedAt = All.Next("ended_at");
    public static readonly RecordColumn PurgedAt = All.Next("purged_at");
}
