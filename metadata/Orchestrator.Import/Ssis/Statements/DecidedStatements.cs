namespace Orchestrator.Import.Ssis.Statements;

/// <summary>Which statements of a batch run only where a condition says so.</summary>
internal static class DecidedStatements
{
    private static readonly string[] Starts =
    [
        "SELECT", "INSERT", "UPDATE", "DELETE", "MERGE", "CREATE", "DROP", "ALTER", "TRUNCATE", "EXEC", "EXECUTE",
        "DECLARE", "SET", "PRINT", "RAISERROR", "THROW", "RETURN", "WITH",
    ];

    /// <summary>Whether the condition of an IF stands anywhere outside of parentheses.</summary>
    public static bool AreIn(IReadOnlyList<SqlToken> tokens) =>
        Enumerable.Range(0, tokens.Count).Any(at => tokens[at].Depth == 0 && IsCondition(tokens, at));

    /// <summary>Whether conditions decide about the statement that begins at a place.</summary>
    public static bool Has(IReadOnlyList<SqlToken> tokens, int place)
    {
        var blocks = new Stack<bool>();
        var (waits, cases) = (false, 0);
        for (var at = 0; at < place; at++)
        {
            var token = tokens[at];
            if (token.Depth > 0)
            {
                continue;
            }

            if (IsCondition(tokens, at) || token.Is("WHILE") || (token.Is("ELSE") && cases == 0))
            {
                waits = true;
            }
            else if (token.Is("CASE") || (token.Is("END") && cases > 0))
            {
                cases += token.Is("CASE") ? 1 : -1;
            }
            else if (token.Is("BEGIN") && !IsTransaction(tokens, at))
            {
                blocks.Push(waits || IsNext(tokens, at, "CATCH"));
                waits = false;
            }
            else if (token.Is("END"))
            {
                blocks.TryPop(out _);
                waits = false;
            }
            else if (Starts.Any(token.Is))
            {
                waits = false;
            }
        }

        return waits || blocks.Contains(true);
    }

    // `DROP TABLE IF EXISTS name` decides about nothing but itself.
    private static bool IsCondition(IReadOnlyList<SqlToken> tokens, int at) => tokens[at].Is("IF")
        && !(IsNext(tokens, at, "EXISTS") && at + 2 < tokens.Count && tokens[at + 2].IsName);

    private static bool IsTransaction(IReadOnlyList<SqlToken> tokens, int at) =>
        IsNext(tokens, at, "TRAN") || IsNext(tokens, at, "TRANSACTION");

    private static bool IsNext(IReadOnlyList<SqlToken> tokens, int at, string word) =>
        at + 1 < tokens.Count && tokens[at + 1].Is(word);
}
