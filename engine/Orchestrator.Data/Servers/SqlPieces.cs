namespace Orchestrator.Data.Servers;

/// <summary>Pieces of SQL that several platforms cut alike, each by the place where it begins.</summary>
public static class SqlPieces
{
    /// <summary>Whether it can stand in a word.</summary>
    public static bool IsOfWord(char c) => char.IsLetterOrDigit(c) || c is '_' or '$' || c > '\u007F';

    /// <summary>Length of a word, which no digit begins; 0 = none is there.</summary>
    public static int WordLength(string sql, int place) =>
        place < sql.Length && char.IsDigit(sql[place]) ? 0 : WordEnd(sql, place) - place;

    /// <summary>Length of a comment or quoted piece where one is there, else of a word or number, or one character.
    /// </summary>
    /// <param name="sql">The text.</param>
    /// <param name="length">Length of the comment or quoted piece; 0 = none is there.</param>
    public static int Length(string sql, int place, int length) =>
        length > 0 ? length : Math.Max(1, WordEnd(sql, place) - place);

    /// <summary>Length of a quoted piece: to the first closing sign that is not doubled, or to the end of the text.
    /// </summary>
    /// <param name="sql">The text.</param>
    /// <param name="place">The place of the opening sign.</param>
    /// <param name="close">The closing sign.</param>
    /// <param name="escapes">Whether a backslash takes its meaning from the sign behind it.</param>
    public static int QuotedLength(string sql, int place, char close, bool escapes = false)
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

    /// <summary>Length of a block comment that begins a text, where such comments nest.</summary>
    public static int NestedCommentLength(ReadOnlySpan<char> text)
    {
        var (at, depth) = (2, 1);
        while (at < text.Length && depth > 0)
        {
            var opens = text[at..].StartsWith("/*");
            var closes = text[at..].StartsWith("*/");
            depth += opens ? 1 : closes ? -1 : 0;
            at += opens || closes ? 2 : 1;
        }

        return at;
    }

    /// <summary>The first words of a text, in upper case.</summary>
    /// <param name="sql">The text.</param>
    /// <param name="wordsMax">How many are wanted.</param>
    /// <param name="length">Length of what stands at a place.</param>
    /// <param name="wordLength">Length of the word that stands there; 0 = none does.</param>
    public static List<string> Words(
        string sql, int wordsMax, Func<string, int, int> length, Func<string, int, int> wordLength)
    {
        var words = new List<string>();
        for (var place = 0; place < sql.Length && words.Count < wordsMax;)
        {
            var here = length(sql, place);
            if (wordLength(sql, place) == here)
            {
                words.Add(sql.Substring(place, here).ToUpperInvariant());
            }

            place += here;
        }

        return words;
    }

    private static int WordEnd(string sql, int place)
    {
        var end = place;
        while (end < sql.Length && IsOfWord(sql[end]))
        {
            end++;
        }

        return end;
    }
}
