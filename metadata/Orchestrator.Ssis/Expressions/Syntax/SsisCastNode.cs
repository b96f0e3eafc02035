using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Syntax;

/// <summary>`(DT_WSTR,10) operand`.</summary>
public sealed record SsisCastNode(SsisType Type, SsisNode Operand) : SsisNode
{
    public override IReadOnlyList<SsisNode> Children => [Operand];
}
