using Orchestrator.Ssis.Expressions.Binding;

namespace Orchestrator.Ssis.Expressions.Generation.Terms;

/// <summary>Which parts have one value for all rows and moments.</summary>
internal static class TermConstants
{
    public static bool IsConstant(SsisTerm term) => term switch
    {
        SsisLiteralTerm => true,
        SsisSymbolTerm => false,
        // A time of day becomes one of today.
        SsisCastTerm { Operand.Type.IsTime: true, Type.IsDate: true } => false,
        SsisCastTerm cast => IsConstant(cast.Operand),
        SsisUnaryTerm unary => IsConstant(unary.Operand),
        SsisBinaryTerm binary => IsConstant(binary.Left) && IsConstant(binary.Right),
        SsisConditionalTerm conditional =>
            IsConstant(conditional.Condition) && IsConstant(conditional.Then) && IsConstant(conditional.Else),
        SsisCallTerm { Function: SsisFunction.GetDate or SsisFunction.GetUtcDate } => false,
        SsisCallTerm call => call.Arguments.All(IsConstant),
        _ => false,
    };

    /// <summary>Without the conversions that the language makes by itself.</summary>
    public static SsisTerm Bare(SsisTerm term) => term is SsisCastTerm { IsImplicit: true } cast
        ? Bare(cast.Operand) : term;
}
