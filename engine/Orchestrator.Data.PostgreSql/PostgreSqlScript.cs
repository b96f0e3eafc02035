namespace Orchestrator.Data.PostgreSql;

/// <summary>
/// Splits a script into its statements, minding strings, quoted names, dollar quotes, comments, rules with several
/// commands in parentheses and the bodies of functions in standard SQL (BEGIN ATOMIC … END).
/// </summary>
internal static class PostgreSqlScript
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
            var word = script.Substring(start, PostgreSqlToken.WordLength(script, start));
            yield return new ScriptStatement(script[start..place].TrimEnd(), startLine, word.ToUpperInvariant());
        }
    }

    private static bool Skip(string script, ref int place, ref int line)
    {
        while (place < script.Length)
        {
            var length = PostgreSqlToken.CommentLength(script, place);
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
        var (parentheses, body, lastWord) = (0, 0, "");
        while (place < script.Length)
        {
            var c = script[place];
            if (c == ';' && parentheses <= 0 && body == 0)
            {
                return place;
            }

            parentheses += c == '(' ? 1 : c == ')' ? -1 : 0;
            var length = PostgreSqlToken.Length(script, place);
            if (PostgreSqlToken.WordLength(script, place) == length)
            {
                var word = script.Substring(place, length).ToUpperInvariant();
                body += (word == "ATOMIC" && lastWord == "BEGIN") || (word == "CASE" && body > 0) ? 1
                    : word == "END" && body > 0 ? -1 : 0;
                lastWord = word;
            }

            place += length;
        }

        return script.Length;
    }
}
