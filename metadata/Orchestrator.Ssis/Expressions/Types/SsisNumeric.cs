using System.Globalization;
using System.Numerics;

namespace Orchestrator.Ssis.Expressions.Types;

/// <summary>
/// An exact number of up to 38 digits, which is more than a decimal of .NET holds. Equal numbers of different scales
/// are not equal records; <see cref="CompareTo"/> compares what they are worth.
/// </summary>
public readonly record struct SsisNumeric(BigInteger Digits, int Scale) : IComparable<SsisNumeric>
{
    /// <summary>With another scale: digits are added, or taken away rounding half away from zero.</summary>
    public SsisNumeric Rounded(int scale)
    {
        if (scale >= Scale)
        {
            return new SsisNumeric(Digits * BigInteger.Pow(10, scale - Scale), scale);
        }

        var part = BigInteger.Pow(10, Scale - scale);
        var whole = BigInteger.DivRem(Digits, part, out var rest);
        return new SsisNumeric(BigInteger.Abs(rest) * 2 >= part ? whole + Digits.Sign : whole, scale);
    }

    /// <summary>With another scale: what has no place is cut off, towards zero.</summary>
    public SsisNumeric Cut(int scale) => scale >= Scale
        ? Rounded(scale) : new SsisNumeric(Digits / BigInteger.Pow(10, Scale - scale), scale);

    /// <summary>How many digits it needs in front of the point and behind it.</summary>
    public int Precision => Digits.IsZero ? 1
        : BigInteger.Abs(Digits).ToString(CultureInfo.InvariantCulture).Length;

    public int CompareTo(SsisNumeric other)
    {
        var scale = Math.Max(Scale, other.Scale);
        return Rounded(scale).Digits.CompareTo(other.Rounded(scale).Digits);
    }

    public double ToDouble() => double.Parse(ToString(), CultureInfo.InvariantCulture);

    /// <summary>With all digits of its scale: `-0.50`.</summary>
    public override string ToString()
    {
        var digits = BigInteger.Abs(Digits).ToString(CultureInfo.InvariantCulture).PadLeft(Scale + 1, '0');
        var sign = Digits.Sign < 0 ? "-" : "";
        return Scale == 0 ? sign + digits : $"{sign}{digits[..^Scale]}.{digits[^Scale..]}";
    }
}
