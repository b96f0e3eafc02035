namespace Orchestrator.Ledger.Columns;

/// <summary>Attempts of a project that ended alike, and lasted about as long.</summary>
internal static class AttemptSumColumns
{
    public static readonly ColumnList All = new("attempt_sum");
    public static readonly RecordColumn Solution = All.Next("solution");
    public static readonly RecordColumn Batch = All.Next("batch");
    public static readonly RecordColumn Project = All.Next("project");
    public static readonly RecordColumn State = All.Next("state");
    public static readonly RecordColumn Bucket = All.Next("bucket");
    public static readonly RecordColumn Attempts = All.Next("attempts");
    public static readonly RecordColumn Duration = All.Next("duration");
    public static readonly RecordColumn RowsRead = All.Next("rows_read");
    public static readonly RecordColumn RowsInserted = All.Next("rows_inserted");
    public static readonly RecordColumn RowsUpdated = All.Next("rows_updated");
    public static readonly RecordColumn RowsUnchanged = All.Next("rows_unchanged");
    public static readonly RecordColumn RowsDuplicate = All.Next("rows_duplicate");
    public static readonly RecordColumn RowsFiltered = All.Next("rows_filtered");
    public static readonly RecordColumn RowsRejected = All.Next("rows_rejected");
    public static readonly RecordColumn RowsTruncated = All.Next("rows_truncated");
    public static readonly RecordColumn RowsClosed = All.Next("rows_closed");
}
