namespace Orchestrator.Ssis.Expressions.Syntax;

/// <summary>An operator in front of its operand.</summary>
public sealed record SsisUnaryNode(SsisUnaryOperator Operator, SsisNode Operand) : SsisNode
{
    public override IReadOnlyList<SsisNode> Children => [Operand];
}
