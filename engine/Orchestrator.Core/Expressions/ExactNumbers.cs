using System.Numerics;

namespace Orchestrator.Core.Expressions;

/// <summary>
/// What is reckoned of exact numbers is a decimal(28,8): each result is rounded at its eighth digit behind the point,
/// half away from zero, and null where it has more than twenty before it.
/// </summary>
internal static class ExactNumbers
{
    /// <summary>What is wrong with a result that is null.</summary>
    public const string Beyond = "it has more than 20 digits before the point";

    private const int Scale = 8;
    private static readonly BigInteger Unit = BigInteger.Pow(10, Scale);
    private static readonly BigInteger Limit = BigInteger.Pow(10, 28);

    public static decimal? Sum(decimal one, decimal other)
    {
        var ((a, p), (b, q)) = (Fraction(one), Fraction(other));
        return Rounded((a * q) + (b * p), p * q);
    }

    public static decimal? Product(decimal one, decimal other)
    {
        var ((a, p), (b, q)) = (Fraction(one), Fraction(other));
        return Rounded(a * b, p * q);
    }

    /// <summary>One divided by another, which is not 0.</summary>
    public static decimal? Quotient(decimal one, decimal other)
    {
        var ((a, p), (b, q)) = (Fraction(one), Fraction(other));
        return b.Sign < 0 ? Rounded(-a * q, -b * p) : Rounded(a * q, b * p);
    }

    /// <summary>What is left behind whole times the other, which is not 0; with the sign of the first.</summary>
    public static decimal? Remainder(decimal one, decimal other)
    {
        var ((a, p), (b, q)) = (Fraction(one), Fraction(other));
        return Rounded(BigInteger.Remainder(a * q, b * p), p * q);
    }

    /// <summary>The number as a fraction whose denominator is above 0.</summary>
    private static (BigInteger Numerator, BigInteger Denominator) Fraction(decimal number)
    {
        var bits = decimal.GetBits(number);
        var digits = (new BigInteger((uint)bits[2]) << 64) + (new BigInteger((uint)bits[1]) << 32) + (uint)bits[0];
        return (number < 0 ? -digits : digits, BigInteger.Pow(10, number.Scale));
    }

    private static decimal? Rounded(BigInteger numerator, BigInteger denominator)
    {
        var units = BigInteger.DivRem(BigInteger.Abs(numerator) * Unit, denominator, out var rest);
        units += rest * 2 >= denominator ? BigInteger.One : BigInteger.Zero;
        return units >= Limit ? null : new decimal(
            Word(units), Word(units >> 32), Word(units >> 64), numerator.Sign < 0 && !units.IsZero, Scale);
    }

    private static int Word(BigInteger units) => unchecked((int)(uint)(units & uint.MaxValue));
}
