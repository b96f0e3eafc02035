namespace Orchestrator.Report;

/// <summary>A rejected row with its value, for those who asked for it.</summary>
/// <param name="Node">The package.</param>
/// <param name="Row">Its number in its file or query; 0 = not known.</param>
/// <param name="File">The file it comes from; empty where there is none.</param>
/// <param name="Column">The column that refused its value.</param>
/// <param name="Reason">Why.</param>
/// <param name="Key">The values of its key.</param>
/// <param name="Value">The value.</param>
public sealed record RejectedValue(
    int Node, long Row, string File, string Column, string Reason, string Key, string Value);
