using System.Globalization;
using System.Text;
using Orchestrator.Core.Types;

namespace Orchestrator.Core.RunValues;

/// <summary>
/// One value as a text that every database keeps: what is no character, or steers a terminal, is written `\u0000`, a
/// backslash twice, and NULL `\N`.
/// </summary>
internal static class CellText
{
    private const string Null = @"\N";
    private const int CodeLength = 4;

    public static string Of(TypedValue? value)
    {
        if (value is null)
        {
            return Null;
        }

        // Zeros at its end say nothing.
        var text = value.Type.IsExactNumber && value.Text.Contains('.', StringComparison.Ordinal)
            ? value.Text.TrimEnd('0').TrimEnd('.') : value.Text;
        var written = new StringBuilder(text.Length);
        for (var place = 0; place < text.Length; place++)
        {
            if (char.IsSurrogatePair(text, place))
            {
                written.Append(text, place++, 2);
            }
            else if (text[place] == '\\')
            {
                written.Append(@"\\");
            }
            else if (char.IsControl(text[place]) || char.IsSurrogate(text[place]))
            {
                written.Append(CultureInfo.InvariantCulture, $"\\u{(int)text[place]:x4}");
            }
            else
            {
                written.Append(text[place]);
            }
        }

        return written.ToString();
    }

    /// <summary>Reads what was written.</summary>
    /// <param name="value">The value; null where it is NULL, or none.</param>
    /// <param name="problem">What is wrong, as the end of a sentence; empty where nothing is.</param>
    public static bool TryRead(SqlType type, string text, out TypedValue? value, out string problem)
    {
        (value, problem) = (null, "");
        if (text == Null)
        {
            return true;
        }

        if (Plain(text) is { } plain)
        {
            return TypedValue.TryParse(type, plain, out value, out problem);
        }

        problem = "a backslash in it stands for nothing";
        return false;
    }

    private static string? Plain(string text)
    {
        if (!text.Contains('\\', StringComparison.Ordinal))
        {
            return text;
        }

        var plain = new StringBuilder(text.Length);
        for (var place = 0; place < text.Length; place++)
        {
            var next = place + 1 < text.Length ? text[place + 1] : ' ';
            if (text[place] != '\\')
            {
                plain.Append(text[place]);
            }
            else if (next == '\\')
            {
                plain.Append(next);
                place++;
            }
            else if (next == 'u' && place + CodeLength + 1 < text.Length && ushort.TryParse(
                text.AsSpan(place + 2, CodeLength), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture,
                out var code))
            {
                plain.Append((char)code);
                place += CodeLength + 1;
            }
            else
            {
                return null;
            }
        }

        return plain.ToString();
    }
}
