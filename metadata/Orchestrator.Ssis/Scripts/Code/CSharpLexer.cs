using System.Globalization;
using System.Text;

namespace Orchestrator.Ssis.Scripts.Code;

/// <summary>Cuts a text in C# into tokens; what it does not know it refuses.</summary>
internal sealed class CSharpLexer(string text, int firstLine = 1)
{
    /// <summary>The most characters of a file that is read.</summary>
    public const int LengthMax = 2_000_000;

    private const int TokensMax = 400_000;
    // Line ends of the language besides those of everybody.
    private const string OtherLines = "\u0085\u2028\u2029";
    private const string Escapes = "0abfnrtv\"'\\";
    private const string Meanings = "\0\a\b\f\n\r\t\v\"'\\";

    private static readonly string[] Signs =
    [
        "<<=", ">>=", "??=", "...", "=>", "==", "!=", "<=", ">=", "&&", "||", "++", "--", "+=", "-=", "*=", "/=", "%=",
        "&=", "|=", "^=", "??", "?.", "::", "->", "<<",
    ];

    private int _at;
    private int _line = firstLine;

    /// <summary>All tokens, the end behind them.</summary>
    /// <exception cref="ScriptRefusedException">It is no text in C#, or too long.</exception>
    public List<CSharpToken> Read()
    {
        if (text.Length > LengthMax)
        {
            throw Refused($"it is longer than {LengthMax} characters");
        }

        if (HasOtherLines(text))
        {
            throw Refused("a line of it ends in a sign that is not known there");
        }

        List<CSharpToken> tokens = [];
        do
        {
            if (tokens.Count > TokensMax)
            {
                throw Refused($"it has more than {TokensMax} words and signs");
            }

            Skip();
            tokens.Add(Next());
        }
        while (tokens[^1].Kind != CSharpTokenKind.End);

        return tokens;
    }

    /// <summary>Whether a text has lines that end otherwise than is known here.</summary>
    public static bool HasOtherLines(string text) => text.AsSpan().IndexOfAny(OtherLines) >= 0;

    private char Peek(int ahead) => _at + ahead < text.Length ? text[_at + ahead] : '\0';

    private bool Begins(string with) => string.CompareOrdinal(text, _at, with, 0, with.Length) == 0;

    private void Skip()
    {
        while (_at < text.Length)
        {
            if (char.IsWhiteSpace(text[_at]) || text[_at] == '\uFEFF')
            {
                Step();
            }
            else if (Begins("//"))
            {
                ToEndOfLine();
            }
            else if (Begins("/*"))
            {
                Comment();
            }
            else if (text[_at] == '#')
            {
                Directive();
            }
            else
            {
                return;
            }
        }
    }

    private void Step()
    {
        _line += text[_at] == '\n' ? 1 : 0;
        _at++;
    }

    private void ToEndOfLine()
    {
        while (_at < text.Length && text[_at] is not ('\n' or '\r'))
        {
            _at++;
        }
    }

    private void Comment()
    {
        var end = text.IndexOf("*/", _at + 2, StringComparison.Ordinal);
        if (end < 0)
        {
            throw Refused("a comment has no end");
        }

        while (_at < end + 2)
        {
            Step();
        }
    }

    // What stands between `#if` and `#endif` may be code or not.
    private void Directive()
    {
        var start = _at;
        ToEndOfLine();
        var word = text[(start + 1).._at].Trim();
        if (!word.StartsWith("region", StringComparison.Ordinal)
            && !word.StartsWith("endregion", StringComparison.Ordinal)
            && !word.StartsWith("pragma", StringComparison.Ordinal))
        {
            throw Refused("it has directives of a compiler");
        }
    }

    private CSharpToken Next()
    {
        var line = _line;
        if (_at == text.Length)
        {
            return new CSharpToken(CSharpTokenKind.End, "", line);
        }

        return text[_at] switch
        {
            '"' => new CSharpToken(CSharpTokenKind.Text, Quoted(), line),
            '\'' => new CSharpToken(CSharpTokenKind.Character, Character(), line),
            '@' when Peek(1) == '"' => new CSharpToken(CSharpTokenKind.Text, Verbatim(), line),
            '$' when Peek(1) == '"' => new CSharpToken(CSharpTokenKind.Joined, Joined(2, false), line),
            '$' when Begins("$@\"") => new CSharpToken(CSharpTokenKind.JoinedVerbatim, Joined(3, true), line),
            '@' when Begins("@$\"") => new CSharpToken(CSharpTokenKind.JoinedVerbatim, Joined(3, true), line),
            var first when char.IsAsciiDigit(first) || (first == '.' && char.IsAsciiDigit(Peek(1))) =>
                new CSharpToken(CSharpTokenKind.Number, Number(), line),
            var first when char.IsLetter(first) || first == '_' =>
                new CSharpToken(CSharpTokenKind.Word, Word(), line),
            _ => new CSharpToken(CSharpTokenKind.Sign, Sign(), line),
        };
    }

    private string Word()
    {
        var start = _at;
        while (_at < text.Length && (char.IsLetterOrDigit(text[_at]) || text[_at] == '_'))
        {
            _at++;
        }

        return text[start.._at];
    }

    // 1, 1L, 0x1F, 1.5m; a point that no digit follows is that of a member.
    private string Number()
    {
        var start = _at;
        while (_at < text.Length && (char.IsLetterOrDigit(text[_at]) || text[_at] == '_'
            || (text[_at] == '.' && char.IsAsciiDigit(Peek(1)))))
        {
            _at++;
        }

        return text[start.._at];
    }

    private string Sign()
    {
        var sign = Array.Find(Signs, Begins) ?? text[_at].ToString();
        if (sign is "@" or "$" or "\\" or "`")
        {
            throw Refused($"the sign {sign} means nothing there");
        }

        // A name may hold signs that nobody sees.
        if (!char.IsAscii(sign[0]))
        {
            throw Refused("a sign outside of texts is not known there");
        }

        _at += sign.Length;
        return sign;
    }

    private string Quoted()
    {
        StringBuilder value = new();
        _at++;
        while (_at < text.Length && text[_at] is not ('"' or '\n' or '\r'))
        {
            value.Append(text[_at] == '\\' ? Escaped() : text[_at++]);
        }

        if (Peek(0) != '"')
        {
            throw Refused("a text has no quotation mark at its end");
        }

        _at++;
        return value.ToString();
    }

    private string Character()
    {
        _at++;
        var value = Peek(0) == '\\' ? Escaped() : Peek(0) is '\0' or '\n' or '\r' or '\'' ? '\0' : text[_at++];
        if (value == '\0' || Peek(0) != '\'')
        {
            throw Refused("a character has no apostrophe at its end");
        }

        _at++;
        return value.ToString();
    }

    private string Verbatim()
    {
        StringBuilder value = new();
        for (_at += 2; _at < text.Length; Step())
        {
            if (text[_at] != '"')
            {
                value.Append(text[_at]);
            }
            else if (Peek(1) == '"')
            {
                value.Append('"');
                _at++;
            }
            else
            {
                _at++;
                return value.ToString();
            }
        }

        throw Refused("a text has no quotation mark at its end");
    }

    private char Escaped()
    {
        var letter = Peek(1);
        if (letter == 'u' && _at + 6 <= text.Length && int.TryParse(
            text.AsSpan(_at + 2, 4), NumberStyles.HexNumber, CultureInfo.InvariantCulture, out var code))
        {
            _at += 6;
            return char.IsSurrogate((char)code)
                ? throw Refused("an escape is half of a sign") : (char)code;
        }

        var known = Escapes.IndexOf(letter, StringComparison.Ordinal);
        if (known < 0 || letter == '\0')
        {
            throw Refused("an escape of a text is not known");
        }

        _at += 2;
        return Meanings[known];
    }

    // To the quotation mark that ends it; those within its holes are of other texts.
    private string Joined(int begins, bool isVerbatim)
    {
        _at += begins;
        var (start, depth) = (_at, 0);
        while (_at < text.Length)
        {
            var sign = text[_at];
            if (depth > 0 && (sign == '"' || (sign == '@' && Peek(1) == '"')))
            {
                _ = sign == '"' ? Quoted() : Verbatim();
                continue;
            }

            if (depth == 0 && sign == '"' && !(isVerbatim && Peek(1) == '"'))
            {
                return text[start.._at++];
            }

            var isPair = depth == 0
                && ((sign is '{' or '}' or '"' && Peek(1) == sign) || (sign == '\\' && !isVerbatim));
            depth += isPair ? 0 : sign == '{' ? 1 : sign == '}' ? -1 : 0;
            _line += sign == '\n' ? 1 : 0;
            _at += isPair ? 2 : 1;
            if (depth > 1 || depth < 0 || (sign == '$' && depth > 0))
            {
                break;
            }
        }

        throw Refused("a text with holes is not written as it is known");
    }

    private ScriptRefusedException Refused(string why) => new(why, _line);
}
