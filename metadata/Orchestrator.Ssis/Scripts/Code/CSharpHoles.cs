using System.Text;

namespace Orchestrator.Ssis.Scripts.Code;

/// <summary>Cuts a text with holes into its parts.</summary>
internal static class CSharpHoles
{
    private const string Escapes = "nrt\"\\";
    private const string Meanings = "\n\r\t\"\\";

    /// <summary>Texts and holes, one behind the other.</summary>
    /// <exception cref="ScriptRefusedException">It is not written as it is known.</exception>
    public static IReadOnlyList<CSharpHole> Of(CSharpToken token)
    {
        var (text, isVerbatim) = (token.Text, token.Kind == CSharpTokenKind.JoinedVerbatim);
        List<CSharpHole> parts = [];
        StringBuilder plain = new();
        for (var at = 0; at < text.Length; at++)
        {
            var sign = text[at];
            var isTwice = at + 1 < text.Length && text[at + 1] == sign;
            if (sign == '\\' && !isVerbatim)
            {
                var known = at + 1 < text.Length ? Escapes.IndexOf(text[at + 1], StringComparison.Ordinal) : -1;
                plain.Append(known >= 0 ? Meanings[known]
                    : throw new ScriptRefusedException("an escape of a text is not known", token.Line));
                at++;
            }
            else if (sign is '{' or '}' || (sign == '"' && isVerbatim))
            {
                if (sign != '{' || isTwice)
                {
                    plain.Append(sign);
                    at++;
                    continue;
                }

                parts.Add(new CSharpHole(plain.ToString(), null));
                plain.Clear();
                var end = End(text, at + 1, out var colon);
                var code = text[(at + 1)..(colon ?? end)];
                parts.Add(new CSharpHole(colon is { } from ? text[(from + 1)..end] : "", code));
                at = end;
            }
            else
            {
                plain.Append(sign);
            }
        }

        parts.Add(new CSharpHole(plain.ToString(), null));
        return parts;
    }

    // Where a hole ends, and where its format begins: behind a colon outside of all brackets and texts. The lexer has
    // seen that each of them has an end.
    private static int End(string text, int start, out int? colon)
    {
        colon = null;
        var (depth, isText) = (0, false);
        for (var at = start; at < text.Length; at++)
        {
            var sign = text[at];
            if (sign == '"')
            {
                isText = !isText;
            }
            else if (sign == '\\' && isText)
            {
                at++;
            }
            else if (!isText)
            {
                depth += sign is '(' or '[' ? 1 : sign is ')' or ']' ? -1 : 0;
                if (sign == '}')
                {
                    return at;
                }

                if (sign == ':' && depth == 0)
                {
                    colon ??= at;
                }
            }
        }

        return text.Length;
    }
}
