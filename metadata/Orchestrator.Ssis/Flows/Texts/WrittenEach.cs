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

    // What has another value in each statement, by the statement before it or by chance.
    private static readonly HashSet<string> OfStatement = new(StringComparer.Ordinal)
    {
        "@@IDENTITY", "SCOPE_IDENTITY", "IDENT_CURRENT", "@@ROWCOUNT", "ROW_COUNT", "ROWCOUNT_BIG", "LAST_INSERT_ID",
        "LASTVAL", "CURRVAL", "LAST_INSERT_ROWID", "CHANGES", "TOTAL_CHANGES", "RAND",
    };

    /// <summary>Whether a part of a statement may come to something else for each row than it would for all rows at
    /// once: what a function of somebody's own reads nobody knows.</summary>
    public static bool DiffersByRow(IReadOnlyList<SqlWord> words) => words.Index().Any(each =>
        OfStatement.Contains(each.Item.Text)
            ? each.Item.Text[0] == '@' || (each.Index + 1 < words.Count && words[each.Index + 1].Text == "(")
            : each.Index > 1 && each.Item.Text == "(" && words[each.Index - 2].Text == ".");

    public static bool Is(string written)
    {
        var words = SqlWords.Of(written);
        return words.Count > 0 && First.Contains(words[0].Text)
            && !words.Index().Any(each => Others.Contains(each.Item.Text) && !IsGivenBack(words, each.Index))
            && !(words.Count > 2 && words[0].Text.StartsWith("EXEC", StringComparison.Ordinal)
                && (words[1].Text is "?" or "(" || words[1].Text[0] == '@'));
    }

    /// <summary>The places of the parameters that the procedure may change, from 0.</summary>
    public static IReadOnlyList<int> GivenBack(string written)
    {
        var words = SqlWords.Of(written);
        return
        [
            .. words.Index().Where(each => each.Item.Text == "?").Index()
                .Where(each => IsGivenBack(words, each.Item.Index + 1)).Select(each => each.Index),
        ];
    }

    // `EXEC P ?, ? OUTPUT`: the parameter of a procedure, and nothing of another statement.
    private static bool IsGivenBack(IReadOnlyList<SqlWord> words, int at) => at > 0 && at < words.Count
        && words[at].Text is "OUTPUT" or "OUT" && words[at - 1].Text == "?"
        && words[0].Text.StartsWith("EXEC", StringComparison.Ordinal) && !words.Any(each => each.Text == ";");
}
