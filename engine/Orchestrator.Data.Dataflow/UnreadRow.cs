namespace Orchestrator.Data.Dataflow;

/// <summary>A row of a source that could not become a row of the flow's type.</summary>
/// <param name="Number">Its number within the file or query, from 1.</param>
/// <param name="File">The file; empty where it is a query.</param>
/// <param name="Column">The column whose value does not fit; empty where it is none's fault.</param>
/// <param name="Text">The row as <see cref="RowText"/> writes it; null where it is too long or of the wrong shape.
/// </param>
public sealed record UnreadRow(long Number, string File, string Column, string? Text);
