namespace Orchestrator.Data.MariaDb;

/// <summary>
/// Pieces of SQL as MariaDB cuts it without ANSI_QUOTES and NO_BACKSLASH_ESCAPES, which the driver's sessions never
/// have: strings in ' or ", names in `. What stands in /*! … */ is run, and no comment.
/// </summary>
internal static class MariaDbToken
{
    private static readonly string[] Runs = ["/*!", "/*M!"];

    /// <summary>Length of the comment that begins there; 0 = none does. Block comments do not nest.</summary>
    public static int CommentLength(string sql, int place)
    {
        var rest = sql.AsSpan(place);
        if (rest[0] == '#' || IsDashes(rest))
        {
            var end = rest.IndexOf('\n');
            return end < 0 ? rest.Length : end + 1;
        }

        if (!rest.StartsWith("/*") || IsRun(sql, place))
        {
            return 0;
        }

        var close = rest[2..].IndexOf("*/");
        return close < 0 ? rest.Length : close + 4;
    }

    /// <summary>Whether what looks like a comment there is run by the server.</summary>
    public static bool IsRun(string sql, int place) =>
        Array.Exists(Runs, run => string.CompareOrdinal(sql, place, run, 0, run.Length) == 0);

    /// <summary>Length of the string or quoted name that begins there; 0 = none does.</summary>
    public static int QuotedLength(string sql, int place) => sql[place] switch
    {
        '\'' or '"' => Until(sql, place, escapes: true),
        '`' => Until(sql, place, escapes: false),
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

    /// <summary>The first words of a statement, in upper case.</summary>
    public static List<string> Words(string sql, int wordsMax)
    {
        var words = new List<string>();
        for (var place = 0; place < sql.Length && words.Count < wordsMax;)
        {
            var length = Length(sql, place);
            if (WordLength(sql, place) == length)
            {
                words.Add(sql.Substring(place, length).ToUpperInvariant());
            }

            place += length;
        }

        return words;
    }

    // Two dashes begin a comment before a blank or a control character only: 1--1 is 2.
    private static bool IsDashes(ReadOnlySpan<char> rest) =>
        rest.StartsWith("--") && (rest.Length == 2 || char.IsWhiteSpace(rest[2]) || char.IsControl(rest[2]));

    private static bool IsWord(char c) => char.IsLetterOrDigit(c) || c is '_' or '$' || c > '\u007F';

    private static int Until(string sql, int place, bool escapes)
    {
        var close = sql[place];
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
}
