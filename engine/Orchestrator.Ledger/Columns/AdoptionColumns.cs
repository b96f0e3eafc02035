namespace Orchestrator.Ledger.Columns;

/// <summary>Rows of a package that are kept as good.</summary>
internal static class AdoptionColumns
{
    public static readonly ColumnList All = new("adoption");
    public static readonly RecordColumn Node = All.Next("node");
    public static readonly RecordColumn LastAttempt = All.Next("last_attempt");
    public static readonly RecordColumn AdoptedAt = All.Next("adopted_at");
    public static readonly RecordColumn AfterChange = All.Next("after_change");
    public static readonly RecordColumn UndoneTo = All.Next("undone_to");
}
