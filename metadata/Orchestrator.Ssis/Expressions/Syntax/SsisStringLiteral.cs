using System.Globalization;
using System.Text;
using Orchestrator.Ssis.Expressions.Faults;

namespace Orchestrator.Ssis.Expressions.Syntax;

/// <summary>Texts as they are written, in quotation marks and with escapes.</summary>
internal static class SsisStringLiteral
{
    private const string Letters = "abfnrtv\"\\";
    private const string Meanings = "\a\b\f\n\r\t\v\"\\";

    /// <summary>Reads from the quotation mark to that which ends it.</summary>
    public static string Read(string text, ref int at)
    {
        var start = at++;
        StringBuilder value = new();
        while (at < text.Length && text[at] != '"')
        {
            value.Append(text[at] == '\\' ? Escaped(text, ref at) : text[at++]);
        }

        if (at == text.Length)
        {
            throw Fault("the text has no quotation mark at its end", start, text.Length - start);
        }

        at++;
        return value.ToString();
    }

    public static string Write(string value)
    {
        StringBuilder text = new("\"");
        foreach (var character in value)
        {
            _ = Meanings.IndexOf(character, StringComparison.Ordinal) is var known && known >= 0
                ? text.Append('\\').Append(Letters[known])
                : text.Append(character);
        }

        return text.Append('"').ToString();
    }

    private static char Escaped(string text, ref int at)
    {
        var start = at++;
        var letter = at < text.Length ? text[at] : ' ';
        if (letter == 'x')
        {
            return Coded(text, ref at);
        }

        var known = Letters.IndexOf(letter, StringComparison.Ordinal);
        at++;
        return known >= 0 ? Meanings[known]
            : throw Fault(
                "the escape is none of \\a \\b \\f \\n \\r \\t \\v \\\" \\\\ \\xhhhh",
                start, Math.Min(2, text.Length - start));
    }

    private static char Coded(string text, ref int at)
    {
        var start = at - 1;
        var digits = text.Substring(at + 1, Math.Min(4, text.Length - at - 1));
        at += 5;
        return digits.Length == 4 && digits.All(char.IsAsciiHexDigit)
            && int.Parse(digits, NumberStyles.HexNumber, CultureInfo.InvariantCulture) is var code and not 0
            ? (char)code
            : throw Fault("\\x is followed by four hexadecimal digits that are not all 0", start, 2 + digits.Length);
    }

    private static SsisFaultException Fault(string reason, int offset, int length) =>
        new(new SsisFault(SsisFaultKind.Syntax, reason, new SsisPlace(offset, length)));
}
