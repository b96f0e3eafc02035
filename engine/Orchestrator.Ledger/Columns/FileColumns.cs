namespace Orchestrator.Ledger.Columns;

/// <summary>A file that an attempt read.</summary>
internal static class FileColumns
{
    public static readonly ColumnList All = new("file");
    public static readonly RecordColumn Number = All.Next("number");
    public static readonly RecordColumn Attempt = All.Next("attempt");
    public static readonly RecordColumn Environment = All.Next("environment");
    public static readonly RecordColumn Node = All.Next("node");
    public static readonly RecordColumn Connection = All.Next("connection");
    public static readonly RecordColumn Path = All.Next("path");
    public static readonly RecordColumn Size = All.Next("size");
    public static readonly RecordColumn WrittenAt = All.Next("written_at");
    public static readonly RecordColumn Hash = All.Next("hash");
    public static readonly RecordColumn ToMove = All.Next("to_move");
    public static readonly RecordColumn MovedTo = All.Next("moved_to");
}
