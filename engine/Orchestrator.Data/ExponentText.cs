using System.Globalization;

namespace Orchestrator.Data;

/// <summary>
/// A number with an exponent as the same one without: digit by digit, so that nothing passes through a binary fraction.
/// </summary>
public static class ExponentText
{
    /// <summary>Bytes that the plain text needs at most.</summary>
    public const int BytesMax = 160;

    // Beyond so many digits before the point a number is beyond every type, and beyond so many zeros behind it below
    // every scale; so many digits hold both.
    private const int WholeMax = 40;
    private const int DigitsMax = 100;

    // Farther than any text is long, and nothing overflows that counts from there.
    private const int ExponentMax = 1 << 30;

    /// <summary>Whether a text has an exponent, so that it has to be made plain first.</summary>
    public static bool IsOne(ReadOnlySpan<byte> text) => text.IndexOfAny((byte)'e', (byte)'E') >= 0;

    /// <summary>Writes -1.5E+2 as -150; no number or one beyond all types is said and not written.</summary>
    public static ValueResult Write(ReadOnlySpan<byte> text, Span<byte> to, out int length)
    {
        length = 0;
        text = text.Trim((byte)' ');
        var negative = text is [(byte)'-', ..];
        var number = text is [(byte)'-' or (byte)'+', ..] ? text[1..] : text;
        var at = number.IndexOfAny((byte)'e', (byte)'E');
        if (at < 0 || !TryExponent(number[(at + 1)..], out var exponent))
        {
            return ValueResult.NotAValue;
        }

        Span<byte> digits = stackalloc byte[DigitsMax];
        if (!TryDigits(number[..at], digits, out var count, out var whole))
        {
            return ValueResult.NotAValue;
        }

        whole += exponent;
        if (count > 0 && whole > WholeMax)
        {
            return ValueResult.OutOfRange;
        }

        length = Place(digits[..count], (int)Math.Max(whole, -WholeMax), negative, to);
        return ValueResult.Ok;
    }

    private static bool TryExponent(ReadOnlySpan<byte> text, out long exponent)
    {
        var digits = text is [(byte)'-' or (byte)'+', ..] ? text[1..] : text;
        exponent = 0;
        if (digits.IsEmpty || digits.ContainsAnyExceptInRange((byte)'0', (byte)'9'))
        {
            return false;
        }

        digits = digits.TrimStart((byte)'0');
        exponent = digits.IsEmpty ? 0
            : digits.Length > 10 ? ExponentMax
            : Math.Min(long.Parse(digits, NumberStyles.None, CultureInfo.InvariantCulture), ExponentMax);
        exponent = text[0] == '-' ? -exponent : exponent;
        return true;
    }

    /// <summary>
    /// The digits from the first that is not zero on, and how many stand before the point; below zero where zeros
    /// stand behind it first. Of those that find no room the last one is 1 where any of them is more than zero.
    /// </summary>
    private static bool TryDigits(ReadOnlySpan<byte> mantissa, Span<byte> digits, out int count, out long whole)
    {
        var (any, behindPoint) = (false, false);
        (count, whole) = (0, 0);
        foreach (var each in mantissa)
        {
            if (each == '.' && !behindPoint)
            {
                behindPoint = true;
                continue;
            }

            if (each is < (byte)'0' or > (byte)'9')
            {
                return false;
            }

            any = true;
            var counts = count > 0 || each != '0';
            whole += !behindPoint && counts ? 1 : behindPoint && !counts ? -1 : 0;
            if (counts && count < digits.Length)
            {
                digits[count++] = each;
            }
            else if (each != '0')
            {
                digits[^1] = (byte)'1';
            }
        }

        return any;
    }

    private static int Place(ReadOnlySpan<byte> digits, int whole, bool negative, Span<byte> to)
    {
        var at = 0;
        if (negative)
        {
            to[at++] = (byte)'-';
        }

        if (digits.IsEmpty || whole <= 0)
        {
            "0."u8.CopyTo(to[at..]);
            at += 2;
            var zeros = digits.IsEmpty ? 1 : -whole;
            to.Slice(at, zeros).Fill((byte)'0');
            digits.CopyTo(to[(at + zeros)..]);
            return at + zeros + digits.Length;
        }

        var before = Math.Min(whole, digits.Length);
        digits[..before].CopyTo(to[at..]);
        to.Slice(at + before, whole - before).Fill((byte)'0');
        at += whole;
        if (before < digits.Length)
        {
            to[at++] = (byte)'.';
            digits[before..].CopyTo(to[at..]);
            at += digits.Length - before;
        }

        return at;
    }
}
