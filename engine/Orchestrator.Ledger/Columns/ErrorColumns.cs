namespace Orchestrator.Ledger.Columns;

/// <summary>Why an attempt failed.</summary>
internal static class ErrorColumns
{
    public static readonly ColumnList All = new("error");
    public static readonly RecordColumn Attempt = All.Next("attempt");
    public static readonly RecordColumn Code = All.Next("code");
    public static readonly RecordColumn Class = All.Next("class");
    public static readonly RecordColumn Phase = All.Next("phase");
    public static readonly RecordColumn Message = All.Next("message");
    public static readonly RecordColumn Connection = All.Next("connection");
    public static readonly RecordColumn Script = All.Next("script");
    public static readonly RecordColumn Line = All.Next("line");
    public static readonly RecordColumn ServerCode = All.Next("server_code");
}
