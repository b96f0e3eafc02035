using Orchestrator.Data;

namespace Orchestrator.Ledger.Columns;

/// <summary>An attempt: its columns, and those among them that say what it has moved, read and written.</summary>
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
    public static readonly RecordColumn LoadPath = All.Written("load_path");
    public static readonly RecordColumn BytesRead = All.Written("bytes_read");
    public static readonly RecordColumn RowsRead = All.Written("rows_read");
    public static readonly RecordColumn RowsInserted = All.Written("rows_inserted");
    public static readonly RecordColumn RowsUpdated = All.Written("rows_updated");
    public static readonly RecordColumn RowsUnchanged = All.Written("rows_unchanged");
    public static readonly RecordColumn RowsDuplicate = All.Written("rows_duplicate");
    public static readonly RecordColumn RowsFiltered = All.Written("rows_filtered");
    public static readonly RecordColumn RowsRejected = All.Written("rows_rejected");
    public static readonly RecordColumn RowsTruncated = All.Written("rows_truncated");
    public static readonly RecordColumn Thread = All.Written("thread");
    public static readonly RecordColumn Scope = All.Next("scope");
    public static readonly RecordColumn RowsClosed = All.Written("rows_closed");

    /// <summary>What an attempt has moved, from a row.</summary>
    public static AttemptWork Work(Statement row) => new()
    {
        LoadPath = row.Text(LoadPath),
        BytesRead = row.Number(BytesRead),
        Counts = new RowCounts(
            row.Number(RowsRead), row.Number(RowsInserted), row.Number(RowsUpdated), row.Number(RowsUnchanged),
            row.Number(RowsDuplicate), row.Number(RowsFiltered), row.Number(RowsRejected), row.Number(RowsTruncated))
        {
            Closed = row.Number(RowsClosed),
        },
    };

    /// <summary>Binds what an attempt has to tell: each column that is written, in the order of the list.</summary>
    public static Statement Bind(Statement statement, AttemptResult result)
    {
        var (work, counts) = (result.Work, result.Work.Counts);
        return statement
            .Bind(work.LoadPath).Bind(work.BytesRead)
            .Bind(counts.Read).Bind(counts.Inserted).Bind(counts.Updated).Bind(counts.Unchanged)
            .Bind(counts.Duplicate).Bind(counts.Filtered).Bind(counts.Rejected).Bind(counts.Truncated)
            .Bind(result.Thread).Bind(counts.Closed);
    }
}
