namespace Orchestrator.Data.SqlServer;

/// <summary>The pieces of T-SQL text: comments (which nest), strings, quoted names, words; anything else is one
/// character.</summary>
internal static class SqlServerToken
{
    /// <summary>Length of the piece that begins there; 0 at the end of the text.</summary>
    public static int Length(string text, int place)
    {
        if (place >= text.Length)
        {
            return 0;
        }

        var length = CommentLength(text, place);
        length = length > 0 ? length : QuotedLength(text, place);
        length = length > 0 ? length : WordLength(text, place);
        return Math.Max(1, length);
    }

    /// <summary>Length of the comment that begins there; 0 = none does.</summary>
    public static int CommentLength(string text, int place)
    {
        var rest = text.AsSpan(place);
        if (rest.StartsWith("--"))
        {
            var end = rest.IndexOf('\n');
            return end < 0 ? rest.Length : end;
        }

        return rest.StartsWith("/*") ? BlockLength(rest) : 0;
    }

    /// <summary>Length of the word that begins there, with @, # and $ in it; 0 = none does.</summary>
    public static int WordLength(string text, int place)
    {
        var end = place;
        while (end < text.Length && (char.IsLetterOrDigit(text[end]) || text[end] is '_' or '@' or '#' or '$'))
        {
            end++;
        }

        return end - place;
    }

    private static int BlockLength(ReadOnlySpan<char> text)
    {
        var depth = 0;
        var place = 0;
        while (place + 1 < text.Length)
        {
            var pair = text.Slice(place, 2);
            var step = pair is "/*" ? 1 : pair is "*/" ? -1 : 0;
            depth += step;
            place += step == 0 ? 1 : 2;
            if (depth == 0)
            {
                return place;
            }
        }

        return text.Length;
    }

    private static int QuotedLength(string text, int place)
    {
        var close = text[place] switch
        {
            '\'' => '\'',
            '"' => '"',
            '[' => ']',
            _ => '\0',
        };
        if (close == '\0')
        {
            return 0;
        }

        var end = place + 1;
        while (end < text.Length)
        {
            if (text[end] != close)
            {
                end++;
            }
            else if (end + 1 < text.Length && text[end + 1] == close)
            {
                end += 2;
            }
            else
            {
                return end + 1 - place;
            }
        }

        return text.Length - place;
    }
}
