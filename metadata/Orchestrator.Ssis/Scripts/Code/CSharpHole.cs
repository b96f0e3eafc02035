namespace Orchestrator.Ssis.Scripts.Code;

/// <summary>A part of a text with holes.</summary>
/// <param name="Text">The text; of a hole the format that is said for it, empty = none.</param>
/// <param name="Code">What stands in the hole; null = it is none.</param>
internal sealed record CSharpHole(string Text, string? Code);
