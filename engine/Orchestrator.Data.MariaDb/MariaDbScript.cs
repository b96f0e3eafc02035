namespace Orchestrator.Data.MariaDb;

/// <summary>
/// Splits a script into its statements at semicolons, minding strings, quoted names and comments. Bodies of procedures
/// have semicolons, too, and are cut at them: whoever makes one ends the transaction of the package, and is refused.
/// </summary>
internal static class MariaDbScript
{
    /// <summary>The statements in order; what holds none is empty.</summary>
    public static IEnumerable<ScriptStatement> Split(string script)
    {
        var place = 0;
        var line = 1;
        while (Skip(script, ref place, ref line))
        {
            var start = place;
            var startLine = line;
            place = EndOf(script, start);
            line += script.AsSpan(start, place - start).Count('\n');
            var word = script.Substring(start, MariaDbToken.WordLength(script, start));
            yield return new ScriptStatement(script[start..place].TrimEnd(), startLine, word.ToUpperInvariant());
        }
    }

    private static bool Skip(string script, ref int place, ref int line)
    {
        while (place < script.Length)
        {
            var length = MariaDbToken.CommentLength(script, place);
            if (length == 0 && !char.IsWhiteSpace(script[place]) && script[place] is not (';' or '\uFEFF'))
            {
                return true;
            }

            length = Math.Max(length, 1);
            line += script.AsSpan(place, length).Count('\n');
            place += length;
        }

        return false;
    }

    /// <summary>Place of the semicolon that ends the statement, or the end of the script.</summary>
    private static int EndOf(string script, int place)
    {
        while (place < script.Length && script[place] != ';')
        {
            place += MariaDbToken.Length(script, place);
        }

        return place;
    }
}
