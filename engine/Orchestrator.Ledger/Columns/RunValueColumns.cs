namespace Orchestrator.Ledger.Columns;

/// <summary>A value that an attempt has set.</summary>
internal static class RunValueColumns
{
    public static readonly ColumnList All = new("run_value");
    public static readonly RecordColumn Attempt = All.Next("attempt");
    public static readonly RecordColumn Variable = All.Next("variable");
    public static readonly RecordColumn DataType = All.Next("data_type");
    public static readonly RecordColumn Value = All.Next("value");
    public static readonly RecordColumn IsSensitive = All.Next("is_sensitive");
}
