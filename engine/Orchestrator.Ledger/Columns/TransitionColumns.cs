namespace Orchestrator.Ledger.Columns;

/// <summary>A change of a state.</summary>
internal static class TransitionColumns
{
    public static readonly ColumnList All = new("transition");
    public static readonly RecordColumn Sequence = All.Next("sequence");
    public static readonly RecordColumn Run = All.Next("run");
    public static readonly RecordColumn Node = All.Next("node");
    public static readonly RecordColumn Attempt = All.Next("attempt");
    public static readonly RecordColumn FromState = All.Next("from_state");
    public static readonly RecordColumn ToState = All.Next("to_state");
    public static readonly RecordColumn Why = All.Next("why");
    public static readonly RecordColumn Who = All.Next("who");
    public static readonly RecordColumn At = All.Next("at");
}
