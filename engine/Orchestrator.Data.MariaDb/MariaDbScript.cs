using Orchestrator.Data.Servers;

namespace Orchestrator.Data.MariaDb;

/// <summary>
/// Splits a script into its statements at semicolons, minding strings, quoted names and comments. Bodies of procedures
/// have semicolons, too, and are cut at them: whoever makes one ends the transaction of the package, and is refused.
/// </summary>
internal static class MariaDbScript
{
    private static readonly ScriptCut Cut = new(MariaDbToken.CommentLength, SqlPieces.WordLength, EndOf);

    /// <summary>The statements in order; what holds none is empty.</summary>
    public static IEnumerable<ScriptStatement> Split(string script) => Cut.Split(script);

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
