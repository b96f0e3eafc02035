using Orchestrator.Ssis.Expressions.Binding;

namespace Orchestrator.Ssis.Flows.Work;

/// <summary>Tells expressions that always have a value from those that may have none.</summary>
internal static class FlowNulls
{
    /// <summary>Whether an expression has a value whatever its columns and variables are.</summary>
    public static bool HasValue(SsisTerm term) => term switch
    {
        SsisLiteralTerm literal => !literal.Value.IsNull,
        SsisUnaryTerm unary => HasValue(unary.Operand),
        SsisCastTerm cast => HasValue(cast.Operand),
        SsisConditionalTerm chosen =>
            HasValue(chosen.Condition) && HasValue(chosen.Then) && HasValue(chosen.Else),
        SsisBinaryTerm binary => HasValue(binary.Left) && HasValue(binary.Right),
        SsisCallTerm { Function: SsisFunction.IsNull } => true,
        SsisCallTerm { Function: SsisFunction.ReplaceNull } call => HasValue(call.Arguments[^1]),
        _ => false,
    };
}
