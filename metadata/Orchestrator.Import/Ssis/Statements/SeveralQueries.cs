namespace Orchestrator.Import.Ssis.Statements;

/// <summary>Statements that give several sets of rows: a task takes the first, whose columns nobody can name.</summary>
internal static class SeveralQueries
{
    private static readonly string[] Parts = ["UNION", "EXCEPT", "INTERSECT"];
    private static readonly string[] Calls = ["EXEC", "EXECUTE"];

    // What comes between an INSERT and its query is none of these.
    private static readonly string[] Apart = ["VALUES", "SELECT", "GO"];

    // Where one of these stands nobody can tell which of the queries is asked.
    private static readonly string[] Decides = ["IF", "WHILE", "BEGIN", "GO", "GOTO", "RETURN", "THROW"];

    // What changes something, or prepares for it.
    private static readonly string[] Works =
    [
        "INSERT", "UPDATE", "DELETE", "MERGE", "CREATE", "DROP", "ALTER", "TRUNCATE", "EXEC", "EXECUTE", "DECLARE",
        "SET", "INTO", "NEXT", "PRINT", "RAISERROR", "COMMIT", "ROLLBACK", "SAVE", "GRANT", "DENY", "REVOKE", "USE",
        "OPEN", "FETCH", "CLOSE", "DEALLOCATE", "WAITFOR", "DBCC", "KILL", "BACKUP", "RESTORE", "BULK", "RECONFIGURE",
    ];

    /// <summary>Whether rows of a query come before those of another query or of a call.</summary>
    public static bool AreIn(string text)
    {
        var tokens = StatementTokens.Of(text);
        var isGiven = false;
        for (var at = 0; at < tokens.Count; at++)
        {
            if (tokens[at].Depth > 0)
            {
                continue;
            }

            var gives = tokens[at].Is("SELECT") && Gives(tokens, at);
            if (isGiven && (gives || (Calls.Any(tokens[at].Is) && !IsInserted(tokens, at))))
            {
                return true;
            }

            isGiven |= gives;
        }

        return false;
    }

    /// <summary>The places of all queries outside of parentheses whose rows come back.</summary>
    public static List<int> Of(IReadOnlyList<SqlToken> tokens) =>
    [
        .. Enumerable.Range(0, tokens.Count).Where(at =>
            tokens[at].Depth == 0 && tokens[at].Is("SELECT") && Gives(tokens, at)),
    ];

    /// <summary>The statement up to its second query, where nothing but queries come from the first on, of which a task
    /// takes the rows of the first; null = it is another statement.</summary>
    public static string? First(string text)
    {
        var tokens = StatementTokens.Of(text);
        var queries = Of(tokens);
        return queries.Count < 2 || tokens.Any(token => token.Depth == 0 && Decides.Any(token.Is))
            || tokens.Skip(queries[0]).Any(token => token.Depth == 0 && Works.Any(token.Is))
            || Enumerable.Range(queries[0], queries[1] - queries[0]).Any(at => tokens[at].Depth == 0
                && tokens[at].Is("WITH") && !tokens[at + 1].IsSign('('))
                ? null : text[..tokens[queries[1]].Start].TrimEnd();
    }

    private static bool Gives(IReadOnlyList<SqlToken> tokens, int select)
    {
        var before = select > 0 && tokens[select - 1].Is("ALL") ? select - 2 : select - 1;
        return !(before >= 0 && (Parts.Any(tokens[before].Is) || tokens[before].Is("FOR") || tokens[before].Is("AS")))
            && !IsInserted(tokens, select) && !IsAssigned(tokens, select) && !IsMade(tokens, select);
    }

    private static bool IsInserted(IReadOnlyList<SqlToken> tokens, int at)
    {
        for (at--; at >= 0 && !tokens[at].IsSign(';') && !Apart.Any(tokens[at].Is); at--)
        {
            if (tokens[at].Is("INSERT"))
            {
                return true;
            }
        }

        return false;
    }

    // SELECT TOP (1) @a = ...
    private static bool IsAssigned(IReadOnlyList<SqlToken> tokens, int select)
    {
        var first = Enumerable.Range(select + 1, Math.Max(0, tokens.Count - select - 2)).FirstOrDefault(
            at => tokens[at].Depth == 0 && tokens[at].Kind == SqlTokenKind.Parameter, -1);
        return first > 0 && first - select <= 5 && tokens[first + 1].IsSign('=')
            && (first == select + 1 || tokens[select + 1].Is("TOP") || tokens[select + 1].Is("DISTINCT"));
    }

    // SELECT ... INTO a table.
    private static bool IsMade(IReadOnlyList<SqlToken> tokens, int select) => tokens.Skip(select + 1)
        .Where(token => token.Depth == 0).TakeWhile(token => !token.IsSign(';') && !token.Is("FROM")
            && !token.Is("SELECT")).Any(token => token.Is("INTO"));
}
