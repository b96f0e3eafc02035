namespace Orchestrator.Core.RunValues;

/// <summary>The package that a node means by a name, whose facts it reads; it waits for its end.</summary>
/// <param name="Written">Its name as the node writes it.</param>
/// <param name="Node">Its index in the plan.</param>
public sealed record FactSubject(string Written, int Node);
