namespace Orchestrator.Ssis.Flows.Texts;

/// <summary>A statement for one row that a loop of T-SQL can carry out for each: it changes nothing of the loop, and
/// gives nothing back.</summary>
internal static class WrittenEach
{
    private static readonly HashSet<string> First = new(StringComparer.Ordinal)
    {
        "EXEC", "EXECUTE", "INSERT", "UPDATE", "DELETE", "MERGE", "IF", "BEGIN", "SET",
    };

    // What leaves the loop, keeps a value from one turn to the next, ends the transaction, or goes back into the row.
    private static readonly HashSet<string> Others = new(StringComparer.Ordinal)
    {
        "DECLARE", "CURSOR", "FETCH", "RETURN", "BREAK", "CONTINUE", "GOTO", "GO", "USE", "WHILE", "WAITFOR",
        "TRAN", "TRANSACTION", "COMMIT", "ROLLBACK", "SAVE", "OUTPUT", "OUT", "CREATE", "ALTER", "DROP", "{",
    };

    public static bool Is(string written)
    {
        var words = SqlWords.Of(written);
        return words.Count > 0 && First.Contains(words[0].Text) && !words.Any(each => Others.Contains(each.Text))
            && !(words.Count > 2 && words[0].Text.StartsWith("EXEC", StringComparison.Ordinal)
                && (words[1].Text is "?" or "(" || words[1].Text[0] == '@'));
    }
}
