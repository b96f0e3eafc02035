using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Faults;
using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Evaluation;

/// <summary>The value of an expression for one row.</summary>
internal sealed class SsisEvaluator
{
    private readonly SsisScope _scope;

    private SsisEvaluator(SsisScope scope) => _scope = scope;

    public static SsisValue Evaluate(SsisTerm term, SsisScope scope) => new SsisEvaluator(scope).Of(term);

    private SsisValue Of(SsisTerm term) => term switch
    {
        SsisLiteralTerm literal => literal.Value,
        SsisSymbolTerm symbol => Symbol(symbol),
        SsisConditionalTerm conditional => Conditional(conditional),
        SsisBinaryTerm { Operator: SsisBinaryOperator.And or SsisBinaryOperator.Or } logical => Logical(logical),
        SsisBinaryTerm binary => Binary(binary),
        SsisUnaryTerm unary => Unary(unary),
        SsisCastTerm cast => Cast(cast),
        SsisCallTerm { Function: SsisFunction.ReplaceNull } call => Replaced(call),
        SsisCallTerm call => SsisCalls.Evaluate(call, [.. call.Arguments.Select(Of)], _scope),
        _ => SsisValue.Null(term.Type),
    };

    private SsisValue Symbol(SsisSymbolTerm term)
    {
        var symbol = term.Symbol;
        var value = _scope.Values(symbol)
            ?? throw Fault(SsisFaultKind.Value, $"{symbol.Name} has no value", term);
        return value.IsNull ? SsisValue.Null(symbol.Type)
            : value.Content!.GetType() == SsisValue.ClassOf(symbol.Type.Kind)
                ? new SsisValue(symbol.Type, value.Content)
                : throw Fault(SsisFaultKind.Value, $"{symbol.Name} is {symbol.Type}, got: {value.Type}", term);
    }

    private SsisValue Conditional(SsisConditionalTerm term)
    {
        var condition = Of(term.Condition);
        return condition.IsNull ? SsisValue.Null(term.Type) : Of(condition.Content is true ? term.Then : term.Else);
    }

    // What the left side decides alone, the right side is not evaluated for.
    private SsisValue Logical(SsisBinaryTerm term)
    {
        var decides = term.Operator == SsisBinaryOperator.Or;
        var left = Of(term.Left);
        if (left.Content is bool known && known == decides)
        {
            return left;
        }

        var right = Of(term.Right);
        return right.Content is bool other && other == decides ? right
            : left.IsNull || right.IsNull ? SsisValue.Null(SsisType.Bool) : right;
    }

    private SsisValue Binary(SsisBinaryTerm term)
    {
        var (left, right) = (Of(term.Left), Of(term.Right));
        if (left.IsNull || right.IsNull)
        {
            return SsisValue.Null(term.Type);
        }

        return term.Type.Kind == SsisKind.Bool ? SsisComparison.Compare(term.Operator, left, right)
            : term.Type.IsNumber ? SsisArithmetic.Compute(term, left, right)
            : SsisTextFunctions.Join(term, left, right);
    }

    private SsisValue Unary(SsisUnaryTerm term)
    {
        var operand = Of(term.Operand);
        return operand.IsNull ? SsisValue.Null(term.Type)
            : operand.Content is bool known ? SsisValue.Of(!known)
            : term.Operator == SsisUnaryOperator.Negate ? SsisArithmetic.Negate(operand, term.Place)
            : SsisArithmetic.BitNot(operand);
    }

    // What replaces is evaluated only where it is needed.
    private SsisValue Replaced(SsisCallTerm term)
    {
        var value = Of(term.Arguments[0]);
        return value.IsNull ? Of(term.Arguments[1]) : value;
    }

    private SsisValue Cast(SsisCastTerm term)
    {
        var operand = Of(term.Operand);
        return operand.IsNull ? SsisValue.Null(term.Type)
            : new SsisConversion(_scope, term.IsImplicit, term.Place).To(operand, term.Type);
    }

    private static SsisFaultException Fault(SsisFaultKind kind, string reason, SsisTerm term) =>
        new(new SsisFault(kind, reason, term.Place));
}
