namespace Orchestrator.Compare.Values;

/// <summary>
/// A number as the digits that it has: no sign of plus, no zeros before it or at the end of its fraction, no exponent.
/// Equal numbers have equal digits, whatever type they came from.
/// </summary>
internal static class PlainNumber
{
    /// <summary>Bytes that <see cref="TryWrite"/> writes at most.</summary>
    public const int BytesMax = 1024;

    private const int DigitsMax = 400;
    private const int ExponentMax = 400;

    /// <summary>Writes the digits of a number; false = the text is none, or one longer than any server has.</summary>
    /// <param name="text">The text.</param>
    /// <param name="scale">Digits behind the point to which it is rounded, a half away from zero; null = all.</param>
    /// <param name="to">Takes the digits.</param>
    /// <param name="length">Bytes that were written.</param>
    public static bool TryWrite(ReadOnlySpan<byte> text, int? scale, Span<byte> to, out int length)
    {
        text = text.Trim((byte)' ');
        var isNegative = text is [(byte)'-', ..];
        text = isNegative || text is [(byte)'+', ..] ? text[1..] : text;

        // The first place is kept for what rounding may carry there.
        Span<byte> digits = stackalloc byte[DigitsMax + 1];
        length = 0;
        if (!TryRead(text, digits[1..], out var count, out var whole))
        {
            return false;
        }

        digits[0] = 0;
        var (start, end) = (1, count + 1);
        if (scale is { } places && whole + places < count)
        {
            Round(digits, ref start, ref end, ref whole, places);
        }

        while (start < end && digits[start] == 0)
        {
            (start, whole) = (start + 1, whole - 1);
        }

        while (end > start && digits[end - 1] == 0)
        {
            end--;
        }

        length = Write(digits[start..end], whole, isNegative, to);
        return true;
    }

    private static bool TryRead(ReadOnlySpan<byte> text, Span<byte> digits, out int count, out int whole)
    {
        (count, whole) = (0, -1);
        var at = 0;
        for (; at < text.Length && text[at] is not ((byte)'e' or (byte)'E'); at++)
        {
            if (text[at] == '.' && whole < 0)
            {
                whole = count;
                continue;
            }

            if ((uint)(text[at] - '0') > 9 || count == digits.Length)
            {
                return false;
            }

            digits[count++] = (byte)(text[at] - '0');
        }

        whole = whole < 0 ? count : whole;
        return count > 0 && (at == text.Length || TryExponent(text[(at + 1)..], ref whole));
    }

    private static bool TryExponent(ReadOnlySpan<byte> text, ref int whole)
    {
        var isNegative = text is [(byte)'-', ..];
        text = isNegative || text is [(byte)'+', ..] ? text[1..] : text;
        var exponent = 0;
        foreach (var each in text)
        {
            if ((uint)(each - '0') > 9 || exponent > ExponentMax)
            {
                return false;
            }

            exponent = (exponent * 10) + each - '0';
        }

        whole += isNegative ? -exponent : exponent;
        return text.Length > 0 && exponent <= ExponentMax;
    }

    private static void Round(Span<byte> digits, ref int start, ref int end, ref int whole, int places)
    {
        var kept = start + whole + places;
        if (kept < start)
        {
            (start, end) = (0, 0);
            return;
        }

        var isUp = digits[kept] >= 5;
        end = kept;
        for (var at = kept - 1; isUp && at >= 0; at--)
        {
            isUp = digits[at] == 9;
            digits[at] = isUp ? (byte)0 : (byte)(digits[at] + 1);
            if (at < start)
            {
                (start, whole) = (at, whole + 1);
            }
        }
    }

    private static int Write(ReadOnlySpan<byte> digits, int whole, bool isNegative, Span<byte> to)
    {
        if (digits.IsEmpty)
        {
            to[0] = (byte)'0';
            return 1;
        }

        var at = 0;
        if (isNegative)
        {
            to[at++] = (byte)'-';
        }

        if (whole <= 0)
        {
            "0."u8.CopyTo(to[at..]);
            to.Slice(at + 2, -whole).Fill((byte)'0');
            return Copy(digits, to, at + 2 - whole);
        }

        at = Copy(digits[..Math.Min(whole, digits.Length)], to, at);
        if (whole >= digits.Length)
        {
            to.Slice(at, whole - digits.Length).Fill((byte)'0');
            return at + whole - digits.Length;
        }

        to[at] = (byte)'.';
        return Copy(digits[whole..], to, at + 1);
    }

    private static int Copy(ReadOnlySpan<byte> digits, Span<byte> to, int at)
    {
        foreach (var digit in digits)
        {
            to[at++] = (byte)('0' + digit);
        }

        return at;
    }
}
