using Orchestrator.Data.Servers;

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

        return rest.StartsWith("/*") ? SqlPieces.NestedCommentLength(rest) : 0;
    }

    /// <summary>Length of the string or quoted name that begins there; 0 = none does.</summary>
    public static int QuotedLength(string sql, int place) => sql[place] switch
    {
        '\'' => SqlPieces.QuotedLength(sql, place, '\'', escapes: IsEscapeString(sql, place)),
        '"' => SqlPieces.QuotedLength(sql, place, '"'),
        '$' => DollarLength(sql, place),
        _ => 0,
    };

    /// <summary>Length of what stands there: a comment, a quoted piece, a word or number, or one character.</summary>
    public static int Length(string sql, int place) =>
        SqlPieces.Length(sql, place, Math.Max(CommentLength(sql, place), QuotedLength(sql, place)));

    // E'…' is a word E and a string to Length: the word ends before the quote.
    private static bool IsEscapeString(string sql, int quote) =>
        quote > 0 && sql[quote - 1] is 'e' or 'E' && (quote < 2 || !SqlPieces.IsOfWord(sql[quote - 2]));

    private static int DollarLength(string sql, int place)
    {
        var end = place + 1;
        while (end < sql.Length && sql[end] != '$' && SqlPieces.IsOfWord(sql[end])
            && (end > place + 1 || !char.IsDigit(sql[end])))
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
