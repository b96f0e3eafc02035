namespace Orchestrator.Ledger.Columns;

/// <summary>What a database says of a run.</summary>
internal static class RunEvidenceColumns
{
    public static readonly ColumnList All = new("run_evidence");
    public static readonly RecordColumn Connection = All.Next("connection");
    public static readonly RecordColumn Platform = All.Next("platform");
    public static readonly RecordColumn BeganAt = All.Next("began_at");
    public static readonly RecordColumn EndedAt = All.Next("ended_at");
    public static readonly RecordColumn Looks = All.Next("looks");
    public static readonly RecordColumn ProcessorTime = All.Next("processor_time");
    public static readonly RecordColumn ServerTime = All.Next("server_time");
    public static readonly RecordColumn IsLocal = All.Next("is_local");
    public static readonly RecordColumn WorkTime = All.Next("work_time");
    public static readonly RecordColumn Missing = All.Next("missing");
}
