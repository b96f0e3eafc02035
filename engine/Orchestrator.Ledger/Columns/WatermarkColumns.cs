namespace Orchestrator.Ledger.Columns;

/// <summary>A change of a watermark.</summary>
internal static class WatermarkColumns
{
    public static readonly ColumnList All = new("watermark");
    public static readonly RecordColumn Environment = All.Next("environment");
    public static readonly RecordColumn Node = All.Next("node");
    public static readonly RecordColumn Watermark = All.Next("watermark");
    public static readonly RecordColumn DataType = All.Next("data_type");
    public static readonly RecordColumn Value = All.Next("value");
    public static readonly RecordColumn Attempt = All.Next("attempt");
    public static readonly RecordColumn Why = All.Next("why");
    public static readonly RecordColumn Who = All.Next("who");
    public static readonly RecordColumn ChangedAt = All.Next("changed_at");
    public static readonly RecordColumn Change = All.Next("change");
}
