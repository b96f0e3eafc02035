namespace Orchestrator.Import.Ssis.Statements;

/// <summary>Queries of which conditions let one be asked, as in `IF EXISTS (…) SELECT 1 ELSE SELECT 0`.</summary>
internal static class ChosenQueries
{
    // What may give rows besides, or more than once.
    private static readonly string[] Others = ["EXEC", "EXECUTE", "WHILE", "GO"];

    // What a query of a statement without semicolons ends before.
    private static readonly string[] Ends =
    [
        "IF", "BEGIN", "INSERT", "UPDATE", "DELETE", "MERGE", "CREATE", "DROP", "ALTER", "TRUNCATE", "DECLARE", "SET",
        "PRINT", "RAISERROR", "THROW", "RETURN", "COMMIT", "ROLLBACK",
    ];

    /// <summary>Whether all queries of a statement are of that kind, and no call gives rows beside them.</summary>
    public static bool AreIn(string text)
    {
        var tokens = StatementTokens.Of(text);
        var queries = SeveralQueries.Of(tokens);
        return queries.Count > 1 && !tokens.Any(token => token.Depth == 0 && Others.Any(token.Is))
            && queries.TrueForAll(at => DecidedStatements.Has(tokens, at))
            && queries.Zip(queries.Skip(1)).All(pair => AreApart(tokens, pair.First, pair.Second));
    }

    /// <summary>The statement with these names for the first columns of each of the queries; null = it cannot be done.
    /// </summary>
    public static string? Named(string text, IReadOnlyDictionary<int, string> names)
    {
        var tokens = StatementTokens.Of(text);
        var made = text;
        foreach (var query in Enumerable.Reverse(SeveralQueries.Of(tokens)))
        {
            var (start, end) = (tokens[query].Start, tokens[Last(tokens, query)].End);
            if (SelectList.Named(text[start..end], names) is not { } named)
            {
                return null;
            }

            made = made[..start] + named + made[end..];
        }

        return made;
    }

    // The second is in the ELSE of the first: a condition of its own would let both be asked.
    private static bool AreApart(IReadOnlyList<SqlToken> tokens, int first, int second)
    {
        var isElse = false;
        foreach (var at in Outside(tokens, first + 1).TakeWhile(at => at < second))
        {
            isElse |= tokens[at].Is("ELSE");
            if (tokens[at].Is("IF") && !tokens[at - 1].Is("ELSE"))
            {
                return false;
            }
        }

        return isElse;
    }

    private static int Last(IReadOnlyList<SqlToken> tokens, int query)
    {
        var end = Outside(tokens, query + 1).FirstOrDefault(
            at => tokens[at].IsSign(';') || tokens[at].Is("ELSE") || tokens[at].Is("END") || Ends.Any(tokens[at].Is),
            tokens.Count);
        return end - 1;
    }

    // The places from one on that stand in no parentheses and in no CASE.
    private static IEnumerable<int> Outside(IReadOnlyList<SqlToken> tokens, int from)
    {
        var cases = 0;
        for (var at = from; at < tokens.Count; at++)
        {
            if (tokens[at].Depth > 0)
            {
                continue;
            }

            if (tokens[at].Is("CASE"))
            {
                cases++;
            }
            else if (tokens[at].Is("END") && cases > 0)
            {
                cases--;
            }
            else if (cases == 0)
            {
                yield return at;
            }
        }
    }
}
