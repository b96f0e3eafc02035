namespace Orchestrator.Import.Ssis.Statements;

/// <summary>Queries over all columns of one table, as far as somebody has told what these are.</summary>
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
        if (behind.Length == 0 || !behind[0].Is("FROM") || NamedTable.Read(behind, 1) is not { } read
            || behind.Any(token => token.Depth == behind[0].Depth && Others.Any(token.Is))
            || behind.Skip(read.Next).TakeWhile(token => !Behind.Any(token.Is)).Any(token => token.IsSign(',')))
        {
            return null;
        }

        var names = columns(read.Table);
        return names.Count == 0 ? null : text[..star.Start] + string.Join(", ", names.Select(name =>
            $"[{name.Replace("]", "]]", StringComparison.Ordinal)}]")) + text[star.End..];
    }
}
