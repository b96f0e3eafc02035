using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Syntax;

/// <summary>A number, a text, TRUE or FALSE; NULL(type) is one too.</summary>
public sealed record SsisLiteralNode(SsisValue Value) : SsisNode;
