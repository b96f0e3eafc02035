namespace Orchestrator.Ssis.Flows.Texts;

/// <summary>Cuts a statement of any dialect into words and signs. What is not closed goes on to the end.</summary>
internal static class SqlWords
{
    public static IReadOnlyList<SqlWord> Of(string sql)
    {
        List<SqlWord> words = [];
        var depth = 0;
        for (var at = 0; at < sql.Length;)
        {
            var end = EndOf(sql, at);
            if (char.IsWhiteSpace(sql[at]) || IsComment(sql, at))
            {
                at = end;
                continue;
            }

            depth -= sql[at] == ')' && depth > 0 ? 1 : 0;
            if (sql[at] != '\'')
            {
                words.Add(new(sql[at..end].ToUpperInvariant(), at, depth));
            }

            depth += sql[at] == '(' ? 1 : 0;
            at = end;
        }

        return words;
    }

    private static bool IsComment(string sql, int at) =>
        at + 1 < sql.Length && (sql[at], sql[at + 1]) is ('-', '-') or ('/', '*');

    private static int EndOf(string sql, int at)
    {
        if (IsComment(sql, at))
        {
            return sql[at] == '-' ? Behind(sql, "\n", at) : Behind(sql, "*/", at + 2);
        }

        return sql[at] switch
        {
            '\'' or '"' or '`' => Quoted(sql, at, sql[at]),
            '[' => Quoted(sql, at, ']'),
            var first when IsOfWord(first) => Word(sql, at),
            _ => at + 1,
        };
    }

    private static bool IsOfWord(char sign) => char.IsLetterOrDigit(sign) || sign is '_' or '@' or '#' or '$';

    private static int Word(string sql, int at)
    {
        while (at < sql.Length && IsOfWord(sql[at]))
        {
            at++;
        }

        return at;
    }

    private static int Behind(string sql, string sign, int from)
    {
        var found = sql.IndexOf(sign, Math.Min(from, sql.Length), StringComparison.Ordinal);
        return found < 0 ? sql.Length : found + sign.Length;
    }

    // The sign twice is one of what it closes.
    private static int Quoted(string sql, int at, char close)
    {
        for (at++; at < sql.Length; at++)
        {
            if (sql[at] != close)
            {
                continue;
            }

            if (at + 1 == sql.Length || sql[at + 1] != close)
            {
                return at + 1;
            }

            at++;
        }

        return sql.Length;
    }
}
