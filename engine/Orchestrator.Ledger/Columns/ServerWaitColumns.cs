namespace Orchestrator.Ledger.Columns;

/// <summary>What was waited for in a database, by an attempt or during a run.</summary>
internal static class ServerWaitColumns
{
    public static readonly ColumnList All = new("server_wait");
    public static readonly RecordColumn Name = All.Next("name");
    public static readonly RecordColumn Class = All.Next("class");
    public static readonly RecordColumn Duration = All.Next("duration");
    public static readonly RecordColumn Seen = All.Next("seen");
    public static readonly RecordColumn IsSampled = All.Next("is_sampled");
}
