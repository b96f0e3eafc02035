using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Flows.Work;

/// <summary>Tells expressions that come to something, be it NULL, from those that a value of a row may end.</summary>
internal static class FlowFaults
{
    /// <summary>Whether it ends at nothing: it compares, and asks for no more than that.</summary>
    public static bool HasNone(SsisTerm term) => term.Terms().All(each => each switch
    {
        SsisLiteralTerm or SsisSymbolTerm or SsisConditionalTerm => true,
        SsisCastTerm cast => cast.IsImplicit,
        SsisUnaryTerm { Operator: var sign } => sign == SsisUnaryOperator.Not,
        SsisBinaryTerm { Type: var type } => type.IsText || type.Kind == SsisKind.Bool,
        SsisCallTerm { Function: var function } => function is SsisFunction.IsNull or SsisFunction.ReplaceNull
            or SsisFunction.Trim or SsisFunction.LTrim or SsisFunction.RTrim or SsisFunction.Upper
            or SsisFunction.Lower or SsisFunction.Len,
        _ => false,
    });
}
