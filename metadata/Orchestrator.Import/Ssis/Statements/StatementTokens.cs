namespace Orchestrator.Import.Ssis.Statements;

/// <summary>
/// Cuts statements into pieces, as far as it takes to tell code from texts and comments: none of it is understood.
/// </summary>
internal static class StatementTokens
{
    /// <summary>The pieces without blanks and comments.</summary>
    public static IReadOnlyList<SqlToken> Of(string text) =>
        [.. All(text).Where(token => token.Kind != SqlTokenKind.Comment)];

    /// <summary>The pieces with comments.</summary>
    public static IEnumerable<SqlToken> All(string text)
    {
        var depth = 0;
        for (var at = 0; at < text.Length;)
        {
            var c = text[at];
            if (char.IsWhiteSpace(c))
            {
                at++;
                continue;
            }

            depth = c == ')' ? Math.Max(0, depth - 1) : depth;
            var (kind, end) = Piece(text, at);
            yield return new SqlToken(kind, text[at..end], at, depth);
            depth += c == '(' ? 1 : 0;
            at = end;
        }
    }

    private static (SqlTokenKind Kind, int End) Piece(string text, int at)
    {
        var c = text[at];
        var next = at + 1 < text.Length ? text[at + 1] : '\0';
        return (c, next) switch
        {
            ('-', '-') => (SqlTokenKind.Comment, LineEnd(text, at)),
            ('/', '*') => (SqlTokenKind.Comment, CommentEnd(text, at)),
            ('\'', _) => (SqlTokenKind.Text, Closed(text, at, '\'')),
            ('N' or 'n', '\'') => (SqlTokenKind.Text, Closed(text, at + 1, '\'')),
            ('[', _) => (SqlTokenKind.Quoted, Closed(text, at, ']')),
            ('"', _) => (SqlTokenKind.Quoted, Closed(text, at, '"')),
            ('?', _) => (SqlTokenKind.Mark, at + 1),
            ('@', _) => (SqlTokenKind.Parameter, While(text, at + 1, more => IsWord(more) || more == '@')),
            _ when char.IsAsciiDigit(c) => (SqlTokenKind.Number, While(text, at, more => IsWord(more) || more == '.')),
            _ when IsWord(c) => (SqlTokenKind.Word, While(text, at, IsWord)),
            _ => (SqlTokenKind.Sign, at + 1),
        };
    }

    private static bool IsWord(char c) => char.IsLetterOrDigit(c) || c is '_' or '#' or '$';

    private static int While(string text, int at, Func<char, bool> isIn)
    {
        while (at < text.Length && isIn(text[at]))
        {
            at++;
        }

        return at;
    }

    private static int LineEnd(string text, int at) =>
        text.IndexOf('\n', at) is var end && end < 0 ? text.Length : end;

    private static int CommentEnd(string text, int at)
    {
        var open = 0;
        for (; at < text.Length; at++)
        {
            var two = text.AsSpan(at, Math.Min(2, text.Length - at));
            if (two is "/*")
            {
                (open, at) = (open + 1, at + 1);
            }
            else if (two is "*/")
            {
                at++;
                if (--open == 0)
                {
                    return at + 1;
                }
            }
        }

        return text.Length;
    }

    private static int Closed(string text, int at, char close)
    {
        for (at++; at < text.Length; at++)
        {
            if (text[at] != close)
            {
                continue;
            }

            if (at + 1 >= text.Length || text[at + 1] != close)
            {
                return at + 1;
            }

            at++;
        }

        return text.Length;
    }
}
