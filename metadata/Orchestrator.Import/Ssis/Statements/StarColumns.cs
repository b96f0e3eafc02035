namespace Orchestrator.Import.Ssis.Statements;

/// <summary>Queries over all columns of one table, as far as somebody has told what these are, or of queries that say
/// them.</summary>
internal static class StarColumns
{
    private static readonly string[] Behind = ["WHERE", "ORDER", "GROUP", "OPTION", "FOR"];
    private static readonly string[] Others = ["JOIN", "APPLY", "PIVOT", "UNPIVOT", "UNION", "EXCEPT", "INTERSECT"];

    /// <summary>The statement with the names of the columns in the place of its star; null = nobody knows them.
    /// </summary>
    /// <param name="text">The statement.</param>
    /// <param name="columns">The columns of a table in their order; empty = nobody has told.</param>
    public static string? Expanded(string text, Func<NamedTable, IReadOnlyList<string>> columns)
    {
        if (SelectList.Of(text) is not [{ IsStar: true } star] || text[star.Start..star.End] != "*")
        {
            return null;
        }

        SqlToken[] behind = [.. StatementTokens.Of(text).SkipWhile(token => token.Start < star.End)];
        if (OfQueries(text, behind) is { } known)
        {
            return text[..star.Start] + string.Join(", ", known) + text[star.End..];
        }

        if (behind.Length == 0 || !behind[0].Is("FROM") || NamedTable.Read(behind, 1) is not { } read
            || behind.Any(token => token.Depth == behind[0].Depth && Others.Any(token.Is))
            || behind.Skip(read.Next).TakeWhile(token => !Behind.Any(token.Is)).Any(token => token.IsSign(',')))
        {
            return null;
        }

        var names = columns(read.Table);
        return names.Count == 0 ? null
            : text[..star.Start] + string.Join(", ", names.Select(Quoted)) + text[star.End..];
    }

    // The columns of queries in parentheses, each with a name: (SELECT a AS b FROM t) AS x CROSS JOIN (…) y.
    private static List<string>? OfQueries(string text, SqlToken[] behind)
    {
        if (behind.Length == 0 || !behind[0].Is("FROM"))
        {
            return null;
        }

        var (columns, depth) = (new List<string>(), behind[0].Depth);
        for (var at = 1; at < behind.Length && behind[at].IsSign('(');)
        {
            var close = Array.FindIndex(behind, at + 1, token => token.IsSign(')') && token.Depth == depth);
            if (close < 0 || SelectList.Of(text[behind[at].End..behind[close].Start]) is not { } list
                || list.Any(column => column.IsStar || column.Name.Length == 0))
            {
                return null;
            }

            at = close + 1;
            at += at < behind.Length && behind[at].Is("AS") ? 1 : 0;
            if (at == behind.Length || !behind[at].IsName)
            {
                return null;
            }

            var name = Quoted(behind[at].Name);
            columns.AddRange(list.Select(column => $"{name}.{Quoted(column.Name)}"));
            at++;
            if (at == behind.Length || behind[at].IsSign(';') || Behind.Any(behind[at].Is))
            {
                return behind.Skip(at).Any(token => token.Depth == depth && Others.Any(token.Is)) ? null : columns;
            }

            at += behind[at].IsSign(',') ? 1
                : behind[at].Is("CROSS") && at + 1 < behind.Length && behind[at + 1].Is("JOIN") ? 2 : behind.Length;
        }

        return null;
    }

    private static string Quoted(string name) => $"[{name.Replace("]", "]]", StringComparison.Ordinal)}]";
}
