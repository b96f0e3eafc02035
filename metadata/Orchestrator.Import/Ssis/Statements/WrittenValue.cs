namespace Orchestrator.Import.Ssis.Statements;

/// <summary>A value that a statement writes.</summary>
/// <param name="Mark">Which `?` of the statement it is, from 0; -1 = it is none.</param>
/// <param name="Parameter">The name behind its `@`; empty = it is none.</param>
/// <param name="IsFact">Whether it says who or when, as GETDATE().</param>
internal readonly record struct WrittenValue(int Mark, string Parameter, bool IsFact);
