using System.Globalization;
using System.Numerics;
using System.Text.RegularExpressions;
using Orchestrator.Ssis.Expressions.Faults;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Syntax;

/// <summary>Numbers as they are written: their suffixes and their form say the type.</summary>
internal static partial class SsisNumberLiteral
{
    private const int LengthMax = 400;

    public static SsisValue Read(string text, ref int at)
    {
        var match = Number().Match(text, at);
        var place = new SsisPlace(at, match.Length);
        at += match.Length;
        if (match.Length > LengthMax)
        {
            throw TooLarge($"a number has at most {LengthMax} characters", place);
        }

        return match switch
        {
            _ when match.Groups["hex"].Success => Integer(
                BigInteger.Parse("0" + match.Groups["hex"].Value, NumberStyles.HexNumber, CultureInfo.InvariantCulture),
                match.Groups["unsigned"].Value, place),
            _ when match.Groups["whole"].Success => Integer(
                BigInteger.Parse(match.Groups["whole"].Value, CultureInfo.InvariantCulture),
                match.Groups["suffix"].Value, place),
            _ when match.Groups["exponent"].Success || match.Groups["float"].Length > 0 => Float(match, place),
            _ => Exact(match.Groups["mantissa"].Value, place),
        };
    }

    public static string Write(SsisValue value) => value.Type.Kind switch
    {
        SsisKind.UI4 => $"{value.Content}U",
        SsisKind.I8 => $"{value.Content}L",
        SsisKind.UI8 => $"{value.Content}UL",
        SsisKind.R4 => ((float)value.Content!).ToString("E8", CultureInfo.InvariantCulture) + "F",
        SsisKind.R8 => ((double)value.Content!).ToString("E16", CultureInfo.InvariantCulture) + "L",
        SsisKind.Numeric when value.Type.Scale == 0 => $"{value.Content}.",
        _ => $"{value.Content}",
    };

    private static SsisValue Integer(BigInteger number, string suffix, SsisPlace place)
    {
        var isLong = suffix.Contains('L', StringComparison.OrdinalIgnoreCase);
        var isUnsigned = suffix.Contains('U', StringComparison.OrdinalIgnoreCase);
        var (kind, most) = (isLong, isUnsigned) switch
        {
            (true, true) => (SsisKind.UI8, (BigInteger)ulong.MaxValue),
            (true, false) => (SsisKind.I8, (BigInteger)long.MaxValue),
            (false, true) => (SsisKind.UI4, (BigInteger)uint.MaxValue),
            _ => (SsisKind.I4, (BigInteger)int.MaxValue),
        };
        if (number > most)
        {
            throw TooLarge($"the number is too large for {SsisTypeText.NameOf(kind)}", place);
        }

        return new SsisValue(new SsisType(kind), isUnsigned ? (object)(ulong)number : (long)number);
    }

    private static SsisValue Float(Match match, SsisPlace place)
    {
        var digits = match.Groups["mantissa"].Value + match.Groups["exponent"].Value;
        var number = double.Parse("0" + digits, NumberStyles.Float, CultureInfo.InvariantCulture);
        var isSingle = match.Groups["float"].Value is "f" or "F";
        var single = isSingle ? float.Parse("0" + digits, NumberStyles.Float, CultureInfo.InvariantCulture) : 0;
        if (!double.IsFinite(isSingle ? single : number))
        {
            throw TooLarge($"the number is too large for {(isSingle ? "DT_R4" : "DT_R8")}", place);
        }

        return new SsisValue(new SsisType(isSingle ? SsisKind.R4 : SsisKind.R8), isSingle ? (object)single : number);
    }

    // Zeros in front count for nothing: `0.2` has a precision of 1.
    private static SsisValue Exact(string digits, SsisPlace place)
    {
        var point = digits.IndexOf('.', StringComparison.Ordinal);
        var scale = digits.Length - point - 1;
        var precision = Math.Max(1, digits[..point].TrimStart('0').Length + scale);
        if (precision > SsisType.PrecisionMax)
        {
            throw TooLarge($"the number has more than the {SsisType.PrecisionMax} digits of DT_NUMERIC", place);
        }

        var number = BigInteger.Parse(
            string.Concat("0", digits.AsSpan(0, point), digits.AsSpan(point + 1)), CultureInfo.InvariantCulture);
        return new SsisValue(SsisType.Numeric(precision, scale), new SsisNumeric(number, scale));
    }

    private static SsisFaultException TooLarge(string reason, SsisPlace place) =>
        new(new SsisFault(SsisFaultKind.Syntax, reason, place));

    [GeneratedRegex(
        @"\G(?:0[xX](?<hex>[0-9a-fA-F]+)(?<unsigned>[uU]?)"
        + @"|(?<mantissa>[0-9]*\.[0-9]+|[0-9]+\.)(?<exponent>[eE][+-]?[0-9]+)?(?<float>[fFlL]?)"
        + @"|(?<mantissa>[0-9]+)(?<exponent>[eE][+-]?[0-9]+)(?<float>[fFlL]?)"
        + @"|(?<whole>[0-9]+)(?<suffix>[lL][uU]?|[uU][lL]?|))",
        RegexOptions.CultureInvariant)]
    private static partial Regex Number();
}
