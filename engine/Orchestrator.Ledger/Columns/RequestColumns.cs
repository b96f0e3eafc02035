namespace Orchestrator.Ledger.Columns;

/// <summary>What somebody asks of a run at work.</summary>
internal static class RequestColumns
{
    public static readonly ColumnList All = new("request");
    public static readonly RecordColumn Request = All.Next("request");
    public static readonly RecordColumn Run = All.Next("run");
    public static readonly RecordColumn Verb = All.Next("verb");
    public static readonly RecordColumn Node = All.Next("node");
    public static readonly RecordColumn Value = All.Next("value");
    public static readonly RecordColumn Reason = All.Next("reason");
    public static readonly RecordColumn Who = All.Next("who");
    public static readonly RecordColumn AskedAt = All.Next("asked_at");
    public static readonly RecordColumn AnsweredAt = All.Next("answered_at");
    public static readonly RecordColumn Outcome = All.Next("outcome");
    public static readonly RecordColumn Answer = All.Next("answer");
}
