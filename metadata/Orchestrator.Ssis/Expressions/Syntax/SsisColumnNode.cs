namespace Orchestrator.Ssis.Expressions.Syntax;

/// <summary>A column of the data flow, `[Name]` or `[Component].[Name]`.</summary>
public sealed record SsisColumnNode(string? Component, string Name) : SsisNode;
