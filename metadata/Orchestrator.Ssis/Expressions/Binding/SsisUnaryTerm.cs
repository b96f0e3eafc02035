using Orchestrator.Ssis.Expressions.Faults;
using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Binding;

/// <summary>An operator in front of its operand.</summary>
public sealed record SsisUnaryTerm(SsisUnaryOperator Operator, SsisTerm Operand, SsisType Type, SsisPlace Place)
    : SsisTerm(Type, Place)
{
    public override IReadOnlyList<SsisTerm> Children => [Operand];
}
