using System.Globalization;

namespace Orchestrator.Data;

/// <summary>
/// float and real, with NaN and infinity where the column takes them. Digits that the nearest value does not give back
/// are a loss.
/// </summary>
internal readonly struct FloatText(bool isReal, bool takesNonFinite) : IValueText<double>
{
    private const int DigitsMax = 64;
    private const double RealNormalMin = 1.1754943508222875E-38;
    private const double FloatNormalMin = 2.2250738585072014E-308;

    // So many digits come back whatever they are, unless the number is so small that it has fewer bits.
    private int DigitsSafe => isReal ? 6 : 15;

    public ValueResult Read(ReadOnlySpan<byte> text, out double value)
    {
        if (!double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out value))
        {
            return ValueResult.NotAValue;
        }

        value = isReal ? (float)value : value;
        if (double.IsFinite(value))
        {
            return Keeps(value, text) ? ValueResult.Ok : ValueResult.ScaleLoss;
        }

        // A number that is too large reads as infinity, too.
        return takesNonFinite && Digits(text, []) == 0 ? ValueResult.Ok : ValueResult.OutOfRange;
    }

    /// <summary>Whether the value, written with as many digits as the text has, has the digits of the text.</summary>
    private bool Keeps(double value, ReadOnlySpan<byte> text)
    {
        Span<byte> digits = stackalloc byte[DigitsMax];
        var count = Digits(text, digits);
        if (count <= DigitsSafe && Math.Abs(value) >= (isReal ? RealNormalMin : FloatNormalMin))
        {
            return true;
        }

        if (count is 0 or > DigitsMax || value == 0)
        {
            return count == 0;
        }

        Span<byte> written = stackalloc byte[DigitsMax + 16];
        Span<byte> kept = stackalloc byte[DigitsMax];
        Span<char> format = ['E', (char)('0' + ((count - 1) / 10)), (char)('0' + ((count - 1) % 10))];
        return value.TryFormat(written, out var length, format, CultureInfo.InvariantCulture)
            && Digits(written[..length], kept) == count && kept[..count].SequenceEqual(digits[..count]);
    }

    /// <summary>
    /// The digits before the exponent without zeros around them; how many there are, also where they find no room.
    /// </summary>
    private static int Digits(ReadOnlySpan<byte> text, Span<byte> digits)
    {
        var (seen, count) = (0, 0);
        foreach (var each in text)
        {
            if (each is (byte)'e' or (byte)'E')
            {
                break;
            }

            if (each is < (byte)'0' or > (byte)'9' || (seen == 0 && each == '0'))
            {
                continue;
            }

            if (seen < digits.Length)
            {
                digits[seen] = each;
            }

            seen++;
            count = each == '0' ? count : seen;
        }

        return count;
    }
}
