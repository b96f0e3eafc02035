namespace Orchestrator.Ssis.Expressions.Syntax;

/// <summary>An operator between its operands.</summary>
public sealed record SsisBinaryNode(SsisBinaryOperator Operator, SsisNode Left, SsisNode Right) : SsisNode
{
    public override IReadOnlyList<SsisNode> Children => [Left, Right];
}
