using Orchestrator.Data.Servers;

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

        return rest.StartsWith("/*") ? SqlPieces.NestedCommentLength(rest) : 0;
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

    private static int QuotedLength(string text, int place) => text[place] switch
    {
        '\'' or '"' => SqlPieces.QuotedLength(text, place, text[place]),
        '[' => SqlPieces.QuotedLength(text, place, ']'),
        _ => 0,
    };
}
