using System.Text;

namespace Orchestrator.Import.Ssis.Statements;

/// <summary>Puts other words into a statement, where it is code.</summary>
internal static class StatementWords
{
    // What begins something else than a call.
    private static readonly string[] BehindCalls =
    [
        "SELECT", "INSERT", "UPDATE", "DELETE", "MERGE", "TRUNCATE", "SET", "DECLARE", "IF", "ELSE", "WHILE", "BEGIN",
        "END", "RETURN", "PRINT", "GO", "WITH",
    ];

    /// <summary>How many places for a value there are.</summary>
    public static int Marks(string text) => StatementTokens.Of(text).Count(token => token.Kind == SqlTokenKind.Mark);

    /// <summary>With the n-th `?` (from 0) as the function says.</summary>
    public static string WithMarks(string text, Func<int, string> named)
    {
        var number = 0;
        return With(text, token => token.Kind == SqlTokenKind.Mark ? named(number++) : null);
    }

    /// <summary>With other names for parameters, which keep their own where the function has none, and where they are
    /// those of a procedure that is called by them (`EXEC p @its = @ours`).</summary>
    public static string WithParameters(string text, Func<string, string?> named)
    {
        var own = OfProcedures(StatementTokens.Of(text));
        return With(text, token => token.Kind == SqlTokenKind.Parameter && !own.Contains(token.Start)
            ? named(token.Text) : null);
    }

    /// <summary>The names behind an `@` of a statement.</summary>
    public static IEnumerable<string> Parameters(string text) => StatementTokens.Of(text)
        .Where(token => token.Kind == SqlTokenKind.Parameter && token.Text.Length > 1).Select(token => token.Text[1..]);

    /// <summary>With something put in at places, given from the front.</summary>
    public static string WithInserted(string text, IEnumerable<(int At, string Text)> pieces)
    {
        var made = new StringBuilder(text);
        foreach (var (at, piece) in pieces.OrderByDescending(each => each.At))
        {
            made.Insert(at, piece);
        }

        return made.ToString();
    }

    /// <summary>As it is kept in a file: without blanks at the ends of lines and without tabs. What stands in quotes is
    /// a value, and stays as it is.</summary>
    public static string Tidy(string text)
    {
        var plain = text.ReplaceLineEndings("\n");
        SqlToken[] quoted =
        [
            .. StatementTokens.All(plain).Where(token => token.Kind is SqlTokenKind.Text or SqlTokenKind.Quoted),
        ];
        if (Array.Exists(quoted, token => token.Text.Contains('\n', StringComparison.Ordinal)))
        {
            return plain.Trim() + "\n";
        }

        var lines = WithoutTabs(plain, quoted).Split('\n').Select(line => line.TrimEnd());
        return string.Join('\n', lines).Trim('\n') is var whole && whole.Contains('\n') ? Dedented(whole)
            : whole.Trim();
    }

    // Where names of parameters of a procedure stand: behind its name or a comma, and before a `=`.
    private static HashSet<int> OfProcedures(IReadOnlyList<SqlToken> tokens)
    {
        var (found, isCall) = (new HashSet<int>(), false);
        for (var at = 0; at < tokens.Count; at++)
        {
            var token = tokens[at];
            isCall = token.Is("EXEC") || token.Is("EXECUTE")
                || (isCall && !token.IsSign(';') && !BehindCalls.Any(token.Is));
            if (isCall && at > 0 && token.Kind == SqlTokenKind.Parameter && at + 1 < tokens.Count
                && tokens[at + 1].IsSign('=') && (tokens[at - 1].IsSign(',')
                    || (tokens[at - 1].IsName && !tokens[at - 1].Is("EXEC") && !tokens[at - 1].Is("EXECUTE"))))
            {
                found.Add(token.Start);
            }
        }

        return found;
    }

    private static string WithoutTabs(string text, SqlToken[] quoted)
    {
        static string Blank(string code) => code.Replace("\t", "    ", StringComparison.Ordinal);
        var (made, at) = (new StringBuilder(), 0);
        foreach (var token in quoted)
        {
            made.Append(Blank(text[at..token.Start])).Append(token.Text);
            at = token.End;
        }

        return made.Append(Blank(text[at..])).ToString();
    }

    private static string Dedented(string text)
    {
        var lines = text.Split('\n');
        var indent = lines.Where(line => line.Length > 0).Min(line => line.Length - line.TrimStart(' ').Length);
        var made = lines.Select(line => line.Length == 0 ? "" : line[indent..]).ToArray();
        made[0] = made[0].TrimStart();
        return string.Join('\n', made) + "\n";
    }

    private static string With(string text, Func<SqlToken, string?> other)
    {
        var (made, at) = (new StringBuilder(), 0);
        foreach (var token in StatementTokens.All(text))
        {
            if (other(token) is { } instead)
            {
                made.Append(text, at, token.Start - at).Append(instead);
                at = token.End;
            }
        }

        return made.Append(text, at, text.Length - at).ToString();
    }
}
