using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Faults;
using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Evaluation;

/// <summary>A divisor that is zero whatever the row is a fault before any row, in a branch never taken, too.</summary>
internal static class SsisConstantDivisors
{
    private static readonly SsisScope NoRow = new(_ => null, () => default);

    /// <summary>The term itself, unless it divides by a zero that is written in it.</summary>
    public static SsisTerm Checked(SsisTerm root)
    {
        var wrong = root.Terms().OfType<SsisBinaryTerm>()
            .FirstOrDefault(term => IsDivision(term) && IsZero(term.Right));
        return wrong is null ? root
            : throw new SsisFaultException(new SsisFault(
                SsisFaultKind.DivideByZero, "the divisor is zero for every row", wrong.Place));
    }

    private static bool IsDivision(SsisBinaryTerm term) =>
        term.Operator is SsisBinaryOperator.Divide or SsisBinaryOperator.Modulo;

    private static bool IsZero(SsisTerm term) => term.Terms().All(IsConstant)
        && SsisOutcome<SsisValue>.Of(() => SsisEvaluator.Evaluate(term, NoRow)).Result?.Content switch
        {
            SsisNumeric number => number.Digits.IsZero,
            long number => number == 0,
            ulong number => number == 0,
            double number => number == 0,
            float number => number == 0,
            _ => false,
        };

    private static bool IsConstant(SsisTerm term) =>
        term is not SsisSymbolTerm and not SsisCallTerm { Function: SsisFunction.GetDate or SsisFunction.GetUtcDate }
        && !(term is SsisCastTerm cast && cast.Operand.Type.IsTime && cast.Type.IsDate);
}
