namespace Orchestrator.Import.Ssis.Statements;

/// <summary>Names of columns by which rows are put in order.</summary>
internal static class OrderNames
{
    /// <summary>The statement that orders by another name, as a column was given another; null = the name stands where
    /// nobody sees whether it is that column.</summary>
    /// <param name="text">The statement.</param>
    /// <param name="end">Where the list of its columns ends.</param>
    /// <param name="name">What the column was called.</param>
    /// <param name="other">What it is called now.</param>
    public static string? Changed(string text, int end, string name, string other)
    {
        SqlToken[] tokens = [.. StatementTokens.Of(text).Where(token => token.Start >= end)];
        var order = Array.FindLastIndex(tokens, token => token.Depth == 0 && token.Is("ORDER"));
        var made = text;
        for (var at = tokens.Length - 1; at >= 0; at--)
        {
            if (!IsName(tokens[at], name) || (at > 0 && tokens[at - 1].IsSign('.')))
            {
                continue;
            }

            // Before all that it is a column of a table.
            if (order < 0 || at <= order)
            {
                if (tokens.Take(at).Any(token => token.Is("ORDER") || token.Is("GROUP") || token.Is("HAVING")))
                {
                    return null;
                }

                continue;
            }

            if (!IsAlone(tokens, at) || Array.Exists(tokens, token => IsName(token, other)))
            {
                return null;
            }

            made = $"{made[..tokens[at].Start]}[{other}]{made[tokens[at].End..]}";
        }

        return made;
    }

    private static bool IsName(SqlToken token, string name) =>
        token.IsName && token.Name.Equals(name, StringComparison.OrdinalIgnoreCase);

    // Within a value the name is that of a column of a table.
    private static bool IsAlone(SqlToken[] tokens, int at) =>
        (tokens[at - 1].Is("BY") || tokens[at - 1].IsSign(','))
        && (at + 1 == tokens.Length || tokens[at + 1].IsSign(',') || tokens[at + 1].IsSign(';')
            || tokens[at + 1].Is("ASC") || tokens[at + 1].Is("DESC"));
}
