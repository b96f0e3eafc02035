using Orchestrator.Ssis.Expressions.Faults;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Binding;

/// <summary>A value in another type; implicit where the language converts it by itself, which loses nothing.</summary>
public sealed record SsisCastTerm(SsisTerm Operand, SsisType Type, bool IsImplicit, SsisPlace Place)
    : SsisTerm(Type, Place)
{
    public override IReadOnlyList<SsisTerm> Children => [Operand];
}
