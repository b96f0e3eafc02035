using Orchestrator.Ssis.Expressions.Faults;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Binding;

/// <summary>One of two, both of its type; only the one chosen is evaluated. Null where the condition is null.</summary>
public sealed record SsisConditionalTerm(
    SsisTerm Condition, SsisTerm Then, SsisTerm Else, SsisType Type, SsisPlace Place) : SsisTerm(Type, Place)
{
    public override IReadOnlyList<SsisTerm> Children => [Condition, Then, Else];
}
