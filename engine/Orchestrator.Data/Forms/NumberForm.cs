using System.Text;

namespace Orchestrator.Data.Forms;

/// <summary>
/// Numbers with another decimal sign, and with one between thousands: 1.234.567,89. The thousands need no sign; where
/// one has it, each has it. A number that begins with 0 has none, so that 0.123 is never 123.
/// </summary>
public sealed class NumberForm : ValueForm
{
    private const int GroupDigits = 3;

    private readonly byte _decimal;
    private readonly byte[] _thousands;

    /// <param name="decimalSign">A point or a comma.</param>
    /// <param name="thousands">What stands between thousands; empty = nothing.</param>
    public NumberForm(string decimalSign, string thousands)
    {
        _decimal = decimalSign is "." or "," ? (byte)decimalSign[0]
            : throw new ArgumentException("the decimal sign is a point or a comma", nameof(decimalSign));
        _thousands = Encoding.UTF8.GetBytes(thousands);
        Example = $"1{thousands}234{decimalSign}50";
        Signs = $"{decimalSign}{thousands}+-";
    }

    /// <inheritdoc />
    public override string Example { get; }

    /// <inheritdoc />
    public override string Signs { get; }

    /// <inheritdoc />
    public override bool TryRead(ReadOnlySpan<byte> text, Span<byte> plain, out int length)
    {
        length = 0;
        text = text.Trim((byte)' ');
        if (text.Length > plain.Length)
        {
            return false;
        }

        if (text is [(byte)'-' or (byte)'+', ..])
        {
            plain[length++] = text[0];
            text = text[1..];
        }

        // NaN and Infinity have no digits; what else begins with a letter is no number whatever the form.
        if (text.Length > 0 && char.IsAsciiLetter((char)text[0]))
        {
            return Copy(text, text.Length, plain, ref length).IsEmpty;
        }

        if (!TryWhole(ref text, plain, ref length))
        {
            return false;
        }

        if (text.Length > 0 && text[0] == _decimal)
        {
            plain[length++] = (byte)'.';
            text = text[1..];
            text = Copy(text, DigitsOf(text), plain, ref length);
        }

        return text.IsEmpty || (text[0] is (byte)'e' or (byte)'E' && IsExponent(text[1..])
            && Copy(text, text.Length, plain, ref length).IsEmpty);
    }

    /// <inheritdoc />
    public override int Write(ReadOnlySpan<byte> plain, Span<byte> to)
    {
        var length = 0;
        if (plain is [(byte)'-', ..])
        {
            to[length++] = plain[0];
            plain = plain[1..];
        }

        var digits = DigitsOf(plain);
        for (var i = 0; i < digits; i++)
        {
            if (i > 0 && (digits - i) % GroupDigits == 0)
            {
                _thousands.CopyTo(to[length..]);
                length += _thousands.Length;
            }

            to[length++] = plain[i];
        }

        plain = plain[digits..];
        if (digits > 0 && plain is [(byte)'.', ..])
        {
            to[length++] = _decimal;
            plain = plain[1..];
        }

        Copy(plain, plain.Length, to, ref length);
        return length;
    }

    // Either each group has three digits and the first has one to three, or there are no groups.
    private bool TryWhole(ref ReadOnlySpan<byte> text, Span<byte> plain, scoped ref int length)
    {
        var first = DigitsOf(text);
        var begins = first > 0 ? text[0] : (byte)'0';
        text = Copy(text, first, plain, ref length);
        if (_thousands.Length == 0 || !text.StartsWith(_thousands))
        {
            return true;
        }

        if (first > GroupDigits || begins == '0')
        {
            return false;
        }

        while (text.StartsWith(_thousands))
        {
            text = text[_thousands.Length..];
            if (DigitsOf(text) != GroupDigits)
            {
                return false;
            }

            text = Copy(text, GroupDigits, plain, ref length);
        }

        return true;
    }

    private static ReadOnlySpan<byte> Copy(
        ReadOnlySpan<byte> text, int count, scoped Span<byte> to, scoped ref int length)
    {
        text[..count].CopyTo(to[length..]);
        length += count;
        return text[count..];
    }

    private static int DigitsOf(ReadOnlySpan<byte> text)
    {
        var end = text.IndexOfAnyExceptInRange((byte)'0', (byte)'9');
        return end < 0 ? text.Length : end;
    }

    private static bool IsExponent(ReadOnlySpan<byte> text)
    {
        var digits = text is [(byte)'-' or (byte)'+', ..] ? text[1..] : text;
        return digits.Length > 0 && DigitsOf(digits) == digits.Length;
    }
}
