namespace Orchestrator.Ssis.Expressions.Syntax;

/// <summary>
/// A column by its number in the package, `#147`, or by its path, `#{Package\Load\Source.Outputs[Rows].Columns[Id]}`.
/// </summary>
public sealed record SsisLineageNode(string Id) : SsisNode;
