using System.Globalization;

namespace Orchestrator.Data;

/// <summary>Numbers that stay text, because the type of their column has no neutral name.</summary>
internal static class NumberText
{
    /// <summary>Whether it is a number as every server reads it: -12.50, 1E+20, NaN, Infinity.</summary>
    public static bool IsNumber(ReadOnlySpan<byte> text)
    {
        text = text.Trim((byte)' ');
        var isSigned = text is [(byte)'-' or (byte)'+', ..];
        var number = isSigned ? text[1..] : text;
        if (Is(number, "Infinity"u8) || (!isSigned && Is(number, "NaN"u8)))
        {
            return true;
        }

        var exponent = number.IndexOfAny((byte)'e', (byte)'E');
        var mantissa = exponent < 0 ? number : number[..exponent];
        var point = mantissa.IndexOf((byte)'.');
        var whole = point < 0 ? mantissa : mantissa[..point];
        var fraction = point < 0 ? default : mantissa[(point + 1)..];
        return whole.Length + fraction.Length > 0 && AreDigits(whole) && AreDigits(fraction)
            && (exponent < 0 || IsExponent(number[(exponent + 1)..]));
    }

    /// <summary>Whether more digits than so many stand behind a point; zeros at their end do not count. Below zero:
    /// digits other than zero in that many places before it.</summary>
    public static bool HasMoreDigits(ReadOnlySpan<byte> text, int digitsMax) => digitsMax < 0
        ? Next(text, 0, out _) >= 0 || !text.SequenceEqual(Rounded(text, -digitsMax))
        : Next(text, digitsMax, out _) >= 0;

    /// <summary>The text without the digits that are too many.</summary>
    public static byte[] Cut(ReadOnlySpan<byte> text, int digitsMax)
    {
        // Which digits are too many the exponent says, and an array may have several: the server rounds them itself.
        if (HasExponent(text))
        {
            return text.ToArray();
        }

        if (digitsMax < 0)
        {
            return Rounded(Cut(text, 0), -digitsMax);
        }

        var cut = new List<byte>(text.Length);
        for (var at = Next(text, digitsMax, out var length); at >= 0; at = Next(text, digitsMax, out length))
        {
            // Without any digit the point goes, too.
            cut.AddRange(text[..(digitsMax == 0 ? at - 1 : at)]);
            text = text[(at + length)..];
        }

        cut.AddRange(text);
        return [.. cut];
    }

    /// <summary>A number without its exponent, however long that makes it; without one it is as it was.</summary>
    /// <param name="text">What <see cref="IsNumber"/> takes for one.</param>
    public static ReadOnlySpan<byte> Plain(ReadOnlySpan<byte> text)
    {
        var at = text.IndexOfAny((byte)'e', (byte)'E');
        var number = text.Trim((byte)' ');
        if (at < 0 || !IsNumber(text) || !number.ContainsAnyInRange((byte)'0', (byte)'9'))
        {
            return text;
        }

        at = number.IndexOfAny((byte)'e', (byte)'E');
        var exponent = int.Parse(number[(at + 1)..], NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture);
        var sign = number[0] is (byte)'-' or (byte)'+' ? number[..1] : default;
        var mantissa = number[sign.Length..at];
        var point = mantissa.IndexOf((byte)'.');
        List<byte> digits = point < 0 ? [.. mantissa] : [.. mantissa[..point], .. mantissa[(point + 1)..]];
        var whole = (point < 0 ? mantissa.Length : point) + exponent;
        digits.InsertRange(0, Enumerable.Repeat((byte)'0', Math.Max(0, 1 - whole)));
        whole = Math.Max(whole, 1);
        digits.AddRange(Enumerable.Repeat((byte)'0', Math.Max(0, whole - digits.Count)));
        return (byte[])[.. sign, .. digits[..whole], .. digits.Count > whole ? "."u8 : default, .. digits[whole..]];
    }

    // With zeros in so many places before the point, or before the end of a number that has none. What an array says
    // of its bounds ([2:3]={…}) is no number of it.
    private static byte[] Rounded(ReadOnlySpan<byte> text, int places)
    {
        byte[] rounded = [.. text];
        var isBehindPoint = false;
        for (var at = text.IndexOf((byte)'=') + 1; at < text.Length; at++)
        {
            var end = at;
            while (end < text.Length && char.IsAsciiDigit((char)text[end]))
            {
                end++;
            }

            if (!isBehindPoint)
            {
                rounded.AsSpan(Math.Max(at, end - places)..end).Fill((byte)'0');
            }

            at = end;
            isBehindPoint = end < text.Length && text[end] == '.';
        }

        return rounded;
    }

    // Where the digits begin that are too many behind the first point that has such; -1 = there are none.
    private static int Next(ReadOnlySpan<byte> text, int digitsMax, out int length)
    {
        for (var at = 0; at < text.Length; at++)
        {
            if (text[at] != '.')
            {
                continue;
            }

            var digits = text[(at + 1)..];
            var end = digits.IndexOfAnyExceptInRange((byte)'0', (byte)'9');
            digits = end < 0 ? digits : digits[..end];
            if (digits.TrimEnd((byte)'0').Length > digitsMax)
            {
                length = digits.Length - digitsMax;
                return at + 1 + digitsMax;
            }
        }

        length = 0;
        return -1;
    }

    private static bool Is(ReadOnlySpan<byte> text, ReadOnlySpan<byte> word) =>
        System.Text.Ascii.EqualsIgnoreCase(text, word);

    private static bool HasExponent(ReadOnlySpan<byte> text)
    {
        for (var at = 1; at < text.Length - 1; at++)
        {
            if (text[at] is (byte)'e' or (byte)'E' && (text[at - 1] == '.' || char.IsAsciiDigit((char)text[at - 1]))
                && (text[at + 1] is (byte)'-' or (byte)'+' || char.IsAsciiDigit((char)text[at + 1])))
            {
                return true;
            }
        }

        return false;
    }

    private static bool AreDigits(ReadOnlySpan<byte> text) => !text.ContainsAnyExceptInRange((byte)'0', (byte)'9');

    private static bool IsExponent(ReadOnlySpan<byte> text)
    {
        var digits = text is [(byte)'-' or (byte)'+', ..] ? text[1..] : text;
        return digits.Length is > 0 and <= 4 && AreDigits(digits);
    }
}
