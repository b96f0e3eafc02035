namespace Orchestrator.Data.Servers;

/// <summary>Cuts a script into statements, of which a driver tells the comments, the words and the ends.</summary>
/// <param name="commentLength">Length of the comment that begins at a place of a script; 0 = none does.</param>
/// <param name="wordLength">Length of the word that begins there; 0 = none does.</param>
/// <param name="endOf">Place of the semicolon that ends the statement which begins there, or the end of the script.
/// </param>
public sealed class ScriptCut(
    Func<string, int, int> commentLength, Func<string, int, int> wordLength, Func<string, int, int> endOf)
{
    /// <summary>The statements in order; what holds none is empty.</summary>
    public IEnumerable<ScriptStatement> Split(string script)
    {
        var place = 0;
        var line = 1;
        while (Skip(script, ref place, ref line))
        {
            var start = place;
            var startLine = line;
            place = endOf(script, start);
            line += script.AsSpan(start, place - start).Count('\n');
            var word = script.Substring(start, wordLength(script, start));
            yield return new ScriptStatement(script[start..place].TrimEnd(), startLine, word.ToUpperInvariant());
        }
    }

    private bool Skip(string script, ref int place, ref int line)
    {
        while (place < script.Length)
        {
            var length = commentLength(script, place);
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
}
