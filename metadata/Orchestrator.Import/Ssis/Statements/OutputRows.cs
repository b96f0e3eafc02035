namespace Orchestrator.Import.Ssis.Statements;

/// <summary>Rows that a change returns: INSERT … OUTPUT inserted.Id VALUES (…).</summary>
internal static class OutputRows
{
    private static readonly string[] Changes = ["INSERT", "UPDATE", "DELETE", "MERGE"];
    private static readonly string[] Others = ["EXEC", "EXECUTE", "SELECT", "DECLARE"];

    /// <summary>Where the list of their columns begins, with its word; null = no change returns any.</summary>
    public static int? Begin(IReadOnlyList<SqlToken> tokens)
    {
        for (var at = tokens.Count - 1; at > 0; at--)
        {
            if (tokens[at].Depth > 0 || !tokens[at].Is("OUTPUT"))
            {
                continue;
            }

            // `EXEC p @a OUTPUT` and a declared parameter are called so, too.
            var before = tokens.Take(at).Reverse().FirstOrDefault(token => token.Depth == 0
                && (Changes.Any(token.Is) || Others.Any(token.Is)));
            return Changes.Any(before.Is) ? at : null;
        }

        return null;
    }
}
