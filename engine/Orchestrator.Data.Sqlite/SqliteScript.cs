using Orchestrator.Data.Servers;

namespace Orchestrator.Data.Sqlite;

/// <summary>Splits a script into its statements, minding strings, quoted names, comments and trigger bodies.</summary>
internal static class SqliteScript
{
    private static readonly ScriptCut Cut = new(
        CommentLength, (script, place) => Word(script, place).Length, EndOf);

    /// <summary>The statements in order; what holds none is empty.</summary>
    public static IEnumerable<ScriptStatement> Split(string script) => Cut.Split(script);

    /// <summary>Length of what stands there: a comment, a quoted piece, a word or one character.</summary>
    public static int TokenLength(string script, int place)
    {
        var length = Math.Max(CommentLength(script, place), QuotedLength(script, place));
        return Math.Max(1, length > 0 ? length : Word(script, place).Length);
    }

    /// <summary>Place of the semicolon that ends the statement, or the end of the script.</summary>
    private static int EndOf(string script, int place)
    {
        var isTrigger = false;
        var depth = 0;
        var words = 0;
        while (place < script.Length)
        {
            var c = script[place];
            if (c == ';' && depth == 0)
            {
                return place;
            }

            var length = Math.Max(CommentLength(script, place), QuotedLength(script, place));
            var word = length == 0 ? Word(script, place) : "";
            if (word.Length > 0)
            {
                words++;
                isTrigger |= words <= 4 && Is(word, "TRIGGER") && depth == 0;
                depth += isTrigger && (Is(word, "BEGIN") || Is(word, "CASE")) ? 1 : 0;
                depth -= isTrigger && depth > 0 && Is(word, "END") ? 1 : 0;
            }

            place += Math.Max(1, Math.Max(length, word.Length));
        }

        return script.Length;
    }

    private static int CommentLength(string script, int place)
    {
        var rest = script.AsSpan(place);
        if (rest.StartsWith("--"))
        {
            var end = rest.IndexOf('\n');
            return end < 0 ? rest.Length : end + 1;
        }

        if (rest.StartsWith("/*"))
        {
            var end = rest[2..].IndexOf("*/");
            return end < 0 ? rest.Length : end + 4;
        }

        return 0;
    }

    private static int QuotedLength(string script, int place)
    {
        var close = script[place] switch
        {
            '\'' => '\'',
            '"' => '"',
            '`' => '`',
            '[' => ']',
            _ => '\0',
        };
        if (close == '\0')
        {
            return 0;
        }

        // A doubled quote reads as two quoted pieces in a row, which end at the same place.
        var end = script.IndexOf(close, place + 1);
        return (end < 0 ? script.Length : end + 1) - place;
    }

    private static string Word(string script, int place)
    {
        var end = place;
        while (end < script.Length && (char.IsLetterOrDigit(script[end]) || script[end] == '_'))
        {
            end++;
        }

        return script[place..end];
    }

    private static bool Is(string word, string keyword) => word.Equals(keyword, StringComparison.OrdinalIgnoreCase);
}
