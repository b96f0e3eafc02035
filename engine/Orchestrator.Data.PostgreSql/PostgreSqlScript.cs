using Orchestrator.Data.Servers;

namespace Orchestrator.Data.PostgreSql;

/// <summary>
/// Splits a script into its statements, minding strings, quoted names, dollar quotes, comments, rules with several
/// commands in parentheses and the bodies of functions in standard SQL (BEGIN ATOMIC … END).
/// </summary>
internal static class PostgreSqlScript
{
    private static readonly ScriptCut Cut = new(PostgreSqlToken.CommentLength, SqlPieces.WordLength, EndOf);

    /// <summary>The statements in order; what holds none is empty.</summary>
    public static IEnumerable<ScriptStatement> Split(string script) => Cut.Split(script);

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
            if (SqlPieces.WordLength(script, place) == length)
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
