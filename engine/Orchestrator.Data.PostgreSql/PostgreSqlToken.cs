namespace Orchestrator.Data.PostgreSql;

/// <summary>Tells comments, strings and quoted names in SQL from the rest, by PostgreSQL's rules.</summary>
internal static class PostgreSqlToken
{
    /// <summary>Length of the comment that begins there; 0 = none does. Block comments nest.</summary>
    public static int CommentLength(string sql, int place)
    {
        var rest = sql.AsSpan(place);
        if (rest.StartsWith("--"))
        {
            var end = rest.IndexOf('\n');
            return end < 0 ? rest.Length : end + 1;
        }

        if (!rest.StartsWith("/*"))
        {
            return 0;
        }

        var (at, depth) = (2, 1);
        while (at < rest.Length && depth > 0)
        {
            var opens = rest[at..].StartsWith("/*");
            var closes = rest[at..].StartsWith("*/");
            depth += opens ? 1 : closes ? -1 : 0;
            at += opens || closes ? 2 : 1;
        }

        return at;
    }

    /// <summary>Length of the string or quoted name that begins there; 0 = none does.</summary>
    public static int QuotedLength(string sql, int place) => sql[place] switch
    {
        '\'' => Until(sql, place, '\'', escapes: IsEscapeString(sql, place)),
        '"' => Until(sql, place, '"', escapes: false),
        '$' => DollarLength(sql, place),
        _ => 0,
    };

    /// <summary>Length of the word that begins there; 0 = none does.</summary>
    public static int WordLength(string sql, int place)
    {
        var end = place;
        while (end < sql.Length && IsWord(sql[end]) && (end > place || !char.IsDigit(sql[end])))
        {
            end++;
        }

        return end - place;
    }

    /// <summary>Length of what stands there: a comment, a quoted piece, a word or number, or one character.</summary>
    public static int Length(string sql, int place)
    {
        var length = Math.Max(CommentLength(sql, place), QuotedLength(sql, place));
        if (length > 0)
        {
            return length;
        }

        var end = place;
        while (end < sql.Length && IsWord(sql[end]))
        {
            end++;
        }

        return Math.Max(1, end - place);
    }

    private static bool IsWord(char c) => char.IsLetterOrDigit(c) || c is '_' or '$' || c > '\u007F';

    // E'…' is a word E and a string to Length: the word ends before the quote.
    private static bool IsEscapeString(string sql, int quote) =>
        quote > 0 && sql[quote - 1] is 'e' or 'E' && (quote < 2 || !IsWord(sql[quote - 2]));

    private static int Until(string sql, int place, char close, bool escapes)
    {
        for (var i = place + 1; i < sql.Length; i++)
        {
            if (escapes && sql[i] == '\\')
            {
                i++;
            }
            else if (sql[i] == close)
            {
                if (i + 1 >= sql.Length || sql[i + 1] != close)
                {
                    return i + 1 - place;
                }

                i++;
            }
        }

        return sql.Length - place;
    }

    private static int DollarLength(string sql, int place)
    {
        var end = place + 1;
        while (end < sql.Length && sql[end] != '$' && IsWord(sql[end]) && (end > place + 1 || !char.IsDigit(sql[end])))
        {
            end++;
        }

        if (end >= sql.Length || sql[end] != '$')
        {
            return 0;
        }

        var tag = sql[place..(end + 1)];
        var close = sql.IndexOf(tag, end + 1, StringComparison.Ordinal);
        return (close < 0 ? sql.Length : close + tag.Length) - place;
    }
}
