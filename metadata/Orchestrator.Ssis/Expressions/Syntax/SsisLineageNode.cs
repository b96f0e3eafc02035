namespace Orchestrator.Ssis.Expressions.Syntax;

/// <summary>A column by its number in the package, `#147`.</summary>
public sealed record SsisLineageNode(int Number) : SsisNode;
