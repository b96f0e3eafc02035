using System.Numerics;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Faults;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Evaluation;

/// <summary>The functions of numbers.</summary>
internal static class SsisMathFunctions
{
    public static SsisValue Abs(SsisCallTerm call, SsisValue value) =>
        SignOf(value) < 0 ? SsisArithmetic.Negate(value, call.Place) : value;

    public static SsisValue Sign(SsisValue value) => SsisValue.Of(SignOf(value));

    /// <summary>CEILING and FLOOR keep the type and its scale.</summary>
    public static SsisValue Whole(SsisCallTerm call, SsisValue value)
    {
        var isUp = call.Function == SsisFunction.Ceiling;
        return value.Content switch
        {
            double number => Real(call, isUp ? Math.Ceiling(number) : Math.Floor(number)),
            float number => Real(call, isUp ? Math.Ceiling(number) : Math.Floor(number)),
            SsisNumeric number => SsisArithmetic.Exact(Whole(number, isUp), call.Type, call.Place),
            _ => value,
        };
    }

    /// <summary>Half is rounded away from zero; the scale stays.</summary>
    public static SsisValue Round(SsisCallTerm call, SsisValue value, int digits)
    {
        if (digits < 0)
        {
            throw new SsisFaultException(new SsisFault(
                SsisFaultKind.Argument, "the number of digits is not negative", call.Place));
        }

        return value.Content switch
        {
            double number => Real(call, Rounded(number, digits)),
            float number => Real(call, Rounded(number, digits)),
            SsisNumeric number => SsisArithmetic.Exact(
                number.Rounded(Math.Min(digits, number.Scale)), call.Type, call.Place),
            _ => value,
        };
    }

    /// <summary>EXP, LN, LOG, SQRT, SQUARE; a logarithm of what is not above zero is null.</summary>
    public static SsisValue Real(SsisCallTerm call, SsisValue value)
    {
        var number = (double)value.Content!;
        return call.Function switch
        {
            SsisFunction.Ln or SsisFunction.Log when number <= 0 => SsisValue.Null(call.Type),
            SsisFunction.Ln => Real(call, Math.Log(number)),
            SsisFunction.Log => Real(call, Math.Log10(number)),
            SsisFunction.Exp => Real(call, Math.Exp(number)),
            SsisFunction.Square => Real(call, number * number),
            _ => number < 0 ? throw Argument(call, "there is no root of a negative number")
                : Real(call, Math.Sqrt(number)),
        };
    }

    /// <summary>Null where the result is indeterminate.</summary>
    public static SsisValue Power(SsisCallTerm call, double number, double power)
    {
        if (number == 0 && power < 0)
        {
            throw Argument(call, "zero has no negative power");
        }

        var result = Math.Pow(number, power);
        return double.IsNaN(result) ? SsisValue.Null(call.Type) : Real(call, result);
    }

    private static int SignOf(SsisValue value) => value.Content switch
    {
        double number => number > 0 ? 1 : number < 0 ? -1 : 0,
        float number => number > 0 ? 1 : number < 0 ? -1 : 0,
        SsisNumeric number => number.Digits.Sign,
        _ => SsisIntegers.NumberOf(value).Sign,
    };

    private static SsisNumeric Whole(SsisNumeric number, bool isUp)
    {
        var cut = number.Cut(0);
        var isExact = cut.Rounded(number.Scale).Digits == number.Digits;
        return isExact || isUp == (number.Digits.Sign < 0) ? cut
            : new SsisNumeric(cut.Digits + (isUp ? BigInteger.One : BigInteger.MinusOne), 0);
    }

    private static double Rounded(double number, int digits) =>
        digits > 15 ? number : Math.Round(number, digits, MidpointRounding.AwayFromZero);

    private static SsisValue Real(SsisCallTerm call, double number) =>
        SsisArithmetic.Real(number, call.Type, call.Place);

    private static SsisFaultException Argument(SsisCallTerm call, string reason) =>
        new(new SsisFault(SsisFaultKind.Argument, reason, call.Place));
}
