using Orchestrator.Ssis.Expressions.Faults;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Binding;

/// <summary>
/// A function and its arguments, which have the types that it takes. A date part is no argument: it is
/// <see cref="Part"/>.
/// </summary>
public sealed record SsisCallTerm(
    SsisFunction Function, IReadOnlyList<SsisTerm> Arguments, SsisType Type, SsisPlace Place) : SsisTerm(Type, Place)
{
    public SsisDatePart? Part { get; init; }

    public override IReadOnlyList<SsisTerm> Children => Arguments;
}
