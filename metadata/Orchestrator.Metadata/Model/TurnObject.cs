namespace Orchestrator.Metadata.Model;

/// <summary>An object of a loop as it is in one of its turns.</summary>
/// <param name="Definition">The object with the values of the turn in its names; null = it cannot be made.</param>
/// <param name="Problem">What is wrong with them, as a sentence; null = nothing.</param>
public sealed record TurnObject(ObjectDefinition? Definition, string? Problem);
