using System.Globalization;
using System.Numerics;
using System.Text.RegularExpressions;

namespace Orchestrator.Ssis.Expressions.Types;

/// <summary>
/// An exact number of up to 38 digits, which is more than a decimal of .NET holds. Equal numbers of different scales
/// are not equal records; <see cref="CompareTo"/> compares what they are worth.
/// </summary>
public readonly partial record struct SsisNumeric(BigInteger Digits, int Scale)
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

    /// <summary>The number that is written; none where it is no number or longer than one is written.</summary>
    public static SsisNumeric? Read(string text)
    {
        var match = Written().Match(text);
        var (whole, part) = (match.Groups["whole"].Value, match.Groups["part"].Value);
        if (!match.Success || whole.Length + part.Length == 0)
        {
            return null;
        }

        var digits = BigInteger.Parse(match.Groups["sign"].Value.TrimStart('+') + "0" + whole + part,
            CultureInfo.InvariantCulture);
        var exponent = match.Groups["exponent"].Success
            ? int.Parse(match.Groups["exponent"].Value, CultureInfo.InvariantCulture) : 0;
        var scale = part.Length - exponent;
        return scale < 0 ? new SsisNumeric(digits * BigInteger.Pow(10, -scale), 0) : new SsisNumeric(digits, scale);
    }

    /// <summary>With all digits of its scale: `-0.50`.</summary>
    public override string ToString()
    {
        var digits = BigInteger.Abs(Digits).ToString(CultureInfo.InvariantCulture).PadLeft(Scale + 1, '0');
        var sign = Digits.Sign < 0 ? "-" : "";
        return Scale == 0 ? sign + digits : $"{sign}{digits[..^Scale]}.{digits[^Scale..]}";
    }

    [GeneratedRegex(
        @"^(?<sign>[+-]?)(?<whole>[0-9]{0,100})(?:\.(?<part>[0-9]{0,100}))?(?:[eE](?<exponent>[+-]?[0-9]{1,3}))?\z",
        RegexOptions.CultureInvariant)]
    private static partial Regex Written();
}
