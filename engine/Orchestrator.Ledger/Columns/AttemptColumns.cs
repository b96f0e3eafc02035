namespace Orchestrator.Ledger.Columns;

/// <summary>An attempt.</summary>
internal static class AttemptColumns
{
    public static readonly ColumnList All = new("attempt");
    public static readonly RecordColumn Attempt = All.Next("attempt");
    public static readonly RecordColumn Run = All.Next("run");
    public static readonly RecordColumn Node = All.Next("node");
    public static readonly RecordColumn Number = All.Next("number");
    public static readonly RecordColumn State = All.Next("state");
    public static readonly RecordColumn StartedAt = All.Next("started_at");
    public static readonly RecordColumn EndedAt = All.Next("ended_at");
    public static readonly RecordColumn Queued = All.Next("queued");
    public static readonly RecordColumn Waiting = All.Next("waiting");
    public static readonly RecordColumn Working = All.Next("working");
    public static readonly RecordColumn LoadPath = All.Next("load_path");
    public static readonly RecordColumn BytesRead = All.Next("bytes_read");
    public static readonly RecordColumn RowsRead = All.Next("rows_read");
    public static readonly RecordColumn RowsInserted = All.Next("rows_inserted");
    public static readonly RecordColumn RowsUpdated = All.Next("rows_updated");
    public static readonly RecordColumn RowsUnchanged = All.Next("rows_unchanged");
    public static readonly RecordColumn RowsDuplicate = All.Next("rows_duplicate");
    public static readonly RecordColumn RowsFiltered = All.Next("rows_filtered");
    public static readonly RecordColumn RowsRejected = All.Next("rows_rejected");
    public static readonly RecordColumn RowsTruncated = All.Next("rows_truncated");
    public static readonly RecordColumn Thread = All.Next("thread");
    public static readonly RecordColumn Scope = All.Next("scope");
    public static readonly RecordColumn RowsClosed = All.Next("rows_closed");
}
