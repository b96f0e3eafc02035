using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Evaluation;
using Orchestrator.Ssis.Expressions.Faults;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Generation.Terms;

/// <summary>Which parts have one value for all rows and moments.</summary>
internal static class TermConstants
{
    public static bool IsConstant(SsisTerm term) => term.Terms().All(one => one switch
    {
        SsisSymbolTerm => false,
        SsisCallTerm { Function: SsisFunction.GetDate or SsisFunction.GetUtcDate } => false,
        // A time of day becomes one of today.
        SsisCastTerm { Operand.Type.IsTime: true, Type.IsDate: true } => false,
        _ => true,
    });

    /// <summary>The value of what is constant.</summary>
    public static SsisValue Evaluated(SsisTerm term, SsisTruncation truncation)
    {
        try
        {
            return SsisEvaluator.Evaluate(
                term, new SsisScope(_ => null, () => default) { Truncation = truncation });
        }
        catch (SsisFaultException thrown)
        {
            throw SsisOpenException.AlwaysFails(thrown.Fault, term);
        }
    }

    /// <summary>Without the conversions that the language makes by itself.</summary>
    public static SsisTerm Bare(SsisTerm term) => term is SsisCastTerm { IsImplicit: true } cast
        ? Bare(cast.Operand) : term;
}
