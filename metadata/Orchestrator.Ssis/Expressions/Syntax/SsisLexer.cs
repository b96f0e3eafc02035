using Orchestrator.Ssis.Expressions.Faults;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Syntax;

/// <summary>Cuts a text into tokens.</summary>
internal sealed class SsisLexer(string text)
{
    private static readonly string[] Signs =
        [.. SsisOperators.Signs, ":=", "=", "!", "~", "(", ")", ",", ".", "?", ":"];

    private int _at;

    public List<SsisToken> Read()
    {
        List<SsisToken> tokens = [];
        do
        {
            tokens.Add(Next());
        }
        while (tokens[^1].Kind != SsisTokenKind.End);

        return tokens;
    }

    private SsisToken Next()
    {
        while (_at < text.Length && char.IsWhiteSpace(text[_at]))
        {
            _at++;
        }

        if (_at == text.Length)
        {
            return new SsisToken(SsisTokenKind.End, "", new SsisPlace(_at, 0));
        }

        return text[_at] switch
        {
            '"' => Text(),
            '[' => Bracketed(_at, SsisTokenKind.Bracketed),
            '@' => Variable(),
            '#' => Lineage(),
            var first when IsDigit(first) || (first == '.' && IsDigit(Peek(1))) => Number(),
            var first when char.IsLetter(first) || first == '_' => Name(),
            _ => Sign(),
        };
    }

    private static bool IsDigit(char character) => char.IsAsciiDigit(character);

    private char Peek(int ahead) => _at + ahead < text.Length ? text[_at + ahead] : '\0';

    private SsisToken Text()
    {
        var start = _at;
        var value = SsisStringLiteral.Read(text, ref _at);
        return Taken(SsisTokenKind.Literal, start) with { Value = SsisValue.Of(value) };
    }

    private SsisToken Number()
    {
        var start = _at;
        var value = SsisNumberLiteral.Read(text, ref _at);
        if (_at < text.Length && (char.IsLetterOrDigit(text[_at]) || text[_at] is '_' or '.'))
        {
            throw Fault(start, "a number must end before a letter, a digit or a point");
        }

        return Taken(SsisTokenKind.Literal, start) with { Value = value };
    }

    private SsisToken Name()
    {
        var start = _at;
        SkipName();
        var name = Taken(SsisTokenKind.Name, start);
        return name.Text.ToUpperInvariant() switch
        {
            "TRUE" => name with { Kind = SsisTokenKind.Literal, Value = SsisValue.True },
            "FALSE" => name with { Kind = SsisTokenKind.Literal, Value = SsisValue.False },
            _ => name,
        };
    }

    private void SkipName()
    {
        while (_at < text.Length && (char.IsLetterOrDigit(text[_at]) || text[_at] is '_' or '@' or '$' or '#'))
        {
            _at++;
        }
    }

    private SsisToken Bracketed(int start, SsisTokenKind kind)
    {
        var end = text.IndexOf(']', _at);
        if (end < 0)
        {
            throw Fault(start, "the bracket is not closed");
        }

        var name = text[(_at + 1)..end];
        _at = end + 1;
        if (name.Length == 0)
        {
            throw Fault(start, "there is no name in the brackets");
        }

        return new SsisToken(kind, name, new SsisPlace(start, _at - start));
    }

    private SsisToken Variable()
    {
        var start = _at++;
        if (Peek(0) == '[')
        {
            return Bracketed(start, SsisTokenKind.Variable);
        }

        var name = _at;
        if (char.IsLetter(Peek(0)) || Peek(0) == '_')
        {
            SkipName();
        }

        return _at > name
            ? new SsisToken(SsisTokenKind.Variable, text[name.._at], new SsisPlace(start, _at - start))
            : throw Fault(start, "the name of a variable must follow at once, as in @[User::Name]");
    }

    private SsisToken Lineage()
    {
        var start = _at++;
        var end = Peek(0) == '{' ? text.IndexOf('}', _at) : -1;
        if (end > _at + 1)
        {
            _at = end + 1;
            return new SsisToken(SsisTokenKind.Lineage, text[(start + 2)..end], new SsisPlace(start, _at - start));
        }

        while (IsDigit(Peek(0)))
        {
            _at++;
        }

        return _at > start + 1
            ? new SsisToken(SsisTokenKind.Lineage, text[(start + 1).._at], new SsisPlace(start, _at - start))
            : throw Fault(start, "the number of a column must follow, as in #147, or its path in braces");
    }

    private SsisToken Sign()
    {
        var start = _at;
        var sign = Signs.FirstOrDefault(one => text.AsSpan(start).StartsWith(one, StringComparison.Ordinal));
        if (sign is null)
        {
            _at++;
            throw Fault(start, text[start] switch
            {
                '\'' => "a text stands in double quotation marks",
                _ => "this character means nothing here",
            });
        }

        _at += sign.Length;
        return Taken(SsisTokenKind.Sign, start);
    }

    private SsisToken Taken(SsisTokenKind kind, int start) =>
        new(kind, text[start.._at], new SsisPlace(start, _at - start));

    private SsisFaultException Fault(int start, string reason) =>
        new(new SsisFault(SsisFaultKind.Syntax, reason, new SsisPlace(start, Math.Max(1, _at - start))));
}
