namespace Orchestrator.Ledger.Columns;

/// <summary>A turn that a loop of a run has had.</summary>
internal static class RunTurnColumns
{
    public static readonly ColumnList All = new("run_turn");
    public static readonly RecordColumn LoopNode = All.Next("loop_node");
    public static readonly RecordColumn Turn = All.Next("turn");
    public static readonly RecordColumn TurnKey = All.Next("turn_key");
    public static readonly RecordColumn Value = All.Next("value");
    public static readonly RecordColumn IsSensitive = All.Next("is_sensitive");
    public static readonly RecordColumn FirstNode = All.Next("first_node");
}
