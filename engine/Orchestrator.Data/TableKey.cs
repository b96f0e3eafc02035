namespace Orchestrator.Data;

/// <summary>Columns of a table of the engine's own of whose values no two rows have the same.</summary>
/// <param name="Name">What it is called, behind the prefix of the engine's own names.</param>
/// <param name="Columns">Their names.</param>
public sealed record TableKey(string Name, IReadOnlyList<string> Columns);
