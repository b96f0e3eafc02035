namespace Orchestrator.Ledger.Columns;

/// <summary>What a database says of an attempt. The table's column log_bytes is filled by nobody.</summary>
internal static class AttemptEvidenceColumns
{
    public static readonly ColumnList All = new("attempt_evidence");
    public static readonly RecordColumn Attempt = All.Next("attempt");
    public static readonly RecordColumn Commits = All.Next("commits");
    public static readonly RecordColumn CommitTime = All.Next("commit_time");
    public static readonly RecordColumn LogTime = All.Next("log_time");
    public static readonly RecordColumn LogTimeHow = All.Next("log_time_how");
    public static readonly RecordColumn Missing = All.Next("missing");
}
