using System.Numerics;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Faults;
using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Evaluation;

/// <summary>The operators of numbers; operands have the type that they meet in, and none is null.</summary>
internal static class SsisArithmetic
{
    public static SsisValue Compute(SsisBinaryTerm term, SsisValue left, SsisValue right) => left.Content switch
    {
        SsisNumeric one => Exact(term, one, (SsisNumeric)right.Content!),
        double one => Real(Float(term, one, (double)right.Content!), term.Type, term.Place),
        float one => Real(Float(term, one, (float)right.Content!), term.Type, term.Place),
        _ => SsisIntegers.Make(
            Whole(term, SsisIntegers.NumberOf(left), SsisIntegers.NumberOf(right)), term.Type, term.Place),
    };

    public static SsisValue Negate(SsisValue value, SsisPlace place) => value.Content switch
    {
        SsisNumeric number => Exact(number with { Digits = -number.Digits }, value.Type, place),
        double number => value with { Content = -number },
        float number => value with { Content = -number },
        _ => SsisIntegers.Make(-SsisIntegers.NumberOf(value), value.Type, place),
    };

    public static SsisValue BitNot(SsisValue value) => value.Content is ulong bits
        ? value with { Content = ~bits & (ulong.MaxValue >> (64 - SsisIntegers.BitsOf(value.Type.Kind))) }
        : value with { Content = ~(long)value.Content! };

    /// <summary>A number of DT_R4 or DT_R8, which is never infinite.</summary>
    public static SsisValue Real(double number, SsisType type, SsisPlace place)
    {
        var isSingle = type.Kind == SsisKind.R4;
        if (!double.IsFinite(number) || (isSingle && !float.IsFinite((float)number)))
        {
            throw Overflow(type, place);
        }

        return new SsisValue(type, isSingle ? (object)(float)number : number);
    }

    /// <summary>A number of DT_CY, DT_DECIMAL or DT_NUMERIC, rounded to the scale of its type.</summary>
    public static SsisValue Exact(SsisNumeric number, SsisType type, SsisPlace place)
    {
        var rounded = number.Rounded(type.Kind == SsisKind.Cy ? 4 : type.Scale);
        var fits = type.Kind switch
        {
            SsisKind.Cy => rounded.Digits >= long.MinValue && rounded.Digits <= long.MaxValue,
            SsisKind.Decimal => BigInteger.Abs(rounded.Digits) < BigInteger.Pow(2, 96),
            _ => rounded.Precision <= type.Precision,
        };
        return fits ? new SsisValue(type, rounded) : throw Overflow(type, place);
    }

    private static SsisValue Exact(SsisBinaryTerm term, SsisNumeric left, SsisNumeric right)
    {
        var scale = Math.Max(left.Scale, right.Scale);
        return Exact(term.Operator switch
        {
            SsisBinaryOperator.Add => new SsisNumeric(left.Rounded(scale).Digits + right.Rounded(scale).Digits, scale),
            SsisBinaryOperator.Subtract =>
                new SsisNumeric(left.Rounded(scale).Digits - right.Rounded(scale).Digits, scale),
            SsisBinaryOperator.Multiply => new SsisNumeric(left.Digits * right.Digits, left.Scale + right.Scale),
            _ => Quotient(term, left, right),
        }, term.Type, term.Place);
    }

    // As Transact-SQL divides: what has no place in the scale of the result is cut off.
    private static SsisNumeric Quotient(SsisBinaryTerm term, SsisNumeric left, SsisNumeric right)
    {
        var shift = term.Type.Scale + right.Scale - left.Scale;
        var (over, under) = (left.Digits, NotZero(right.Digits, term.Place));
        return shift >= 0
            ? new SsisNumeric(over * BigInteger.Pow(10, shift) / under, term.Type.Scale)
            : new SsisNumeric(over / (under * BigInteger.Pow(10, -shift)), term.Type.Scale);
    }

    private static double Float(SsisBinaryTerm term, double left, double right) => term.Operator switch
    {
        SsisBinaryOperator.Add => left + right,
        SsisBinaryOperator.Subtract => left - right,
        SsisBinaryOperator.Multiply => left * right,
        _ => right == 0 ? throw DivideByZero(term.Place) : left / right,
    };

    private static BigInteger Whole(SsisBinaryTerm term, BigInteger left, BigInteger right) => term.Operator switch
    {
        SsisBinaryOperator.Add => left + right,
        SsisBinaryOperator.Subtract => left - right,
        SsisBinaryOperator.Multiply => left * right,
        SsisBinaryOperator.Divide => left / NotZero(right, term.Place),
        SsisBinaryOperator.Modulo => left % NotZero(right, term.Place),
        SsisBinaryOperator.BitAnd => left & right,
        SsisBinaryOperator.BitOr => left | right,
        _ => left ^ right,
    };

    private static BigInteger NotZero(BigInteger divisor, SsisPlace place) =>
        divisor.IsZero ? throw DivideByZero(place) : divisor;

    private static SsisFaultException DivideByZero(SsisPlace place) =>
        new(new SsisFault(SsisFaultKind.DivideByZero, "the divisor is zero", place));

    private static SsisFaultException Overflow(SsisType type, SsisPlace place) =>
        new(new SsisFault(SsisFaultKind.Overflow, $"the result does not fit into {type}", place));
}
