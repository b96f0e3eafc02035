using Orchestrator.Ssis.Expressions.Faults;
using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Binding;

/// <summary>
/// An operator between its operands, which have one kind: of numbers that of the result, of comparisons that which
/// both are compared in. Exact numbers keep their own precision and scale; + of texts joins them.
/// </summary>
public sealed record SsisBinaryTerm(
    SsisBinaryOperator Operator, SsisTerm Left, SsisTerm Right, SsisType Type, SsisPlace Place) : SsisTerm(Type, Place)
{
    public override IReadOnlyList<SsisTerm> Children => [Left, Right];
}
