using System.Text;

namespace Orchestrator.Ssis.Scripts.Code;

/// <summary>Cuts a text in Visual Basic into tokens; the end of a statement is the sign <see cref="Line"/>.</summary>
internal sealed class BasicLexer(string text)
{
    /// <summary>What ends a statement.</summary>
    public const string Line = "\n";

    private const int TokensMax = 400_000;

    private static readonly string[] Signs = [":=", "<>", "<=", ">=", "&=", "+=", "-=", "*="];

    private readonly Dictionary<string, string> _words = BasicWords.All();
    private readonly List<CSharpToken> _tokens = [];
    private int _at;
    private int _line = 1;
    private int _depth;

    /// <summary>All tokens, the end behind them; each name is written as it is first.</summary>
    /// <exception cref="ScriptRefusedException">It is no text in Visual Basic, or too long.</exception>
    public List<CSharpToken> Read()
    {
        if (text.Length > CSharpLexer.LengthMax)
        {
            throw Refused($"it is longer than {CSharpLexer.LengthMax} characters");
        }

        if (CSharpLexer.HasOtherLines(text))
        {
            throw Refused("a line of it ends in a sign that is not known there");
        }

        while (_at < text.Length)
        {
            if (_tokens.Count > TokensMax)
            {
                throw Refused($"it has more than {TokensMax} words and signs");
            }

            Next();
        }

        Add(CSharpTokenKind.Sign, Line);
        Add(CSharpTokenKind.End, "");
        return _tokens;
    }

    private bool IsBegun => _tokens.Count == 0 || _tokens[^1].Is(Line);

    private char Peek(int ahead) => _at + ahead < text.Length ? text[_at + ahead] : '\0';

    private void Add(CSharpTokenKind kind, string said) => _tokens.Add(new CSharpToken(kind, said, _line));

    private void Next()
    {
        var sign = text[_at];
        if (sign is '\r' or '\n')
        {
            End();
        }
        else if (IsWide(sign))
        {
            throw Refused("a quotation mark or a letter is not written as it is known");
        }
        else if (char.IsWhiteSpace(sign) || sign == '\uFEFF')
        {
            _at++;
        }
        else if (sign == '\'')
        {
            ToEndOfLine();
        }
        else if (sign == '#')
        {
            Directive();
        }
        else if (sign == '"')
        {
            Quoted();
        }
        else if (sign == '_' && !char.IsLetterOrDigit(Peek(1)) && Peek(1) != '_')
        {
            Continue();
        }
        else if (char.IsLetter(sign) || sign == '_')
        {
            Word();
        }
        else if (char.IsAsciiDigit(sign))
        {
            Number();
        }
        else
        {
            Sign();
        }
    }

    // A line goes on within parentheses and behind what needs something behind it.
    private void End()
    {
        _at += Peek(0) == '\r' && Peek(1) == '\n' ? 2 : 1;
        var isOpen = _depth > 0 || (_tokens.Count > 0 && _tokens[^1].Kind == CSharpTokenKind.Sign
            && _tokens[^1].Text is "," or "&" or "+" or "=" or ".");
        if (!isOpen && !IsBegun)
        {
            Add(CSharpTokenKind.Sign, Line);
        }

        _line++;
    }

    private void Continue()
    {
        _at++;
        while (_at < text.Length && text[_at] is not ('\r' or '\n'))
        {
            if (!char.IsWhiteSpace(text[_at]))
            {
                throw Refused("a line that goes on is not written as it is known");
            }

            _at++;
        }

        _at += Peek(0) == '\r' && Peek(1) == '\n' ? 2 : 1;
        _line++;
    }

    private void ToEndOfLine()
    {
        while (_at < text.Length && text[_at] is not ('\n' or '\r'))
        {
            _at++;
        }
    }

    private void Directive()
    {
        var start = _at;
        ToEndOfLine();
        var word = text[(start + 1).._at].Trim();
        if (!IsBegun || !(word.StartsWith("Region", StringComparison.OrdinalIgnoreCase)
            || word.StartsWith("End Region", StringComparison.OrdinalIgnoreCase)))
        {
            throw Refused("it has directives of a compiler, or dates between number signs");
        }
    }

    private void Quoted()
    {
        StringBuilder value = new();
        for (_at++; Peek(0) != '"' || Peek(1) == '"'; _at++)
        {
            if (_at >= text.Length || text[_at] is '\n' or '\r')
            {
                throw Refused("a text has no quotation mark at its end");
            }

            if (IsWide(text[_at]))
            {
                throw Refused("a quotation mark or a letter is not written as it is known");
            }

            value.Append(text[_at]);
            _at += text[_at] == '"' ? 1 : 0;
        }

        _at++;
        var isCharacter = Peek(0) is 'c' or 'C' && !char.IsLetterOrDigit(Peek(1));
        _at += isCharacter ? 1 : 0;
        Add(isCharacter ? CSharpTokenKind.Character : CSharpTokenKind.Text, value.ToString());
    }

    // The language takes curved quotation marks and signs of full width for the plain ones.
    private static bool IsWide(char sign) =>
        sign is '\u2018' or '\u2019' or '\u201C' or '\u201D' or (>= '\uFF00' and not '\uFFFD');

    private void Word()
    {
        var start = _at;
        while (_at < text.Length && (char.IsLetterOrDigit(text[_at]) || text[_at] == '_') && !IsWide(text[_at]))
        {
            _at++;
        }

        var word = text[start.._at];
        if (word.Equals("REM", StringComparison.OrdinalIgnoreCase))
        {
            ToEndOfLine();
            return;
        }

        _words.TryAdd(word, word);
        Add(CSharpTokenKind.Word, _words[word]);
    }

    private void Number()
    {
        var start = _at;
        while (_at < text.Length && (char.IsLetterOrDigit(text[_at])
            || (text[_at] == '.' && char.IsAsciiDigit(Peek(1)))))
        {
            _at++;
        }

        Add(CSharpTokenKind.Number, text[start.._at]);
    }

    private void Sign()
    {
        var sign = Array.Find(Signs, each => string.CompareOrdinal(text, _at, each, 0, each.Length) == 0)
            ?? text[_at].ToString();
        if (!char.IsAscii(sign[0]))
        {
            throw Refused("a sign outside of texts is not known there");
        }

        _depth += sign is "(" or "{" ? 1 : sign is ")" or "}" ? -1 : 0;
        _at += sign.Length;
        if (sign != ":")
        {
            Add(CSharpTokenKind.Sign, sign);
        }
        else if (!IsBegun)
        {
            Add(CSharpTokenKind.Sign, Line);
        }
    }

    private ScriptRefusedException Refused(string why) => new(why, _line);
}
