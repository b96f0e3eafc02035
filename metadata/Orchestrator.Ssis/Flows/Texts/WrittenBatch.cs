namespace Orchestrator.Ssis.Flows.Texts;

/// <summary>Several statements that give rows together, as those of SQL Server may be: they declare variables, fill
/// tables of their own, and ask these.</summary>
internal static class WrittenBatch
{
    private static readonly HashSet<string> Refused = new(StringComparer.Ordinal)
    {
        "GO", "USE", "MERGE", "ALTER", "GRANT", "REVOKE", "DENY", "BACKUP", "RESTORE", "COMMIT", "ROLLBACK", "TRAN",
        "TRANSACTION", "KILL", "SHUTDOWN", "DBCC", "BULK", "WRITETEXT", "UPDATETEXT", "RECONFIGURE",
    };

    private static readonly HashSet<string> Changing = new(StringComparer.Ordinal)
    {
        "INSERT", "UPDATE", "DELETE", "INTO", "CREATE", "DROP", "TRUNCATE",
    };

    private static readonly HashSet<string> Between = new(StringComparer.Ordinal)
    {
        "INTO", "FROM", "TABLE", "IF", "EXISTS",
    };

    /// <summary>Whether it gives rows and changes nothing but variables and temporary tables of its own.</summary>
    public static bool OnlyReads(string text)
    {
        var words = SqlWords.Of(text);
        return words.Any(each => each.Text is "SELECT" or "EXEC" or "EXECUTE")
            && !words.Any(each => Refused.Contains(each.Text))
            && Enumerable.Range(0, words.Count).All(at => !Changing.Contains(words[at].Text) || IsOfOwn(words, at));
    }

    private static bool IsOfOwn(IReadOnlyList<SqlWord> words, int at)
    {
        var target = words.Skip(at + 1).Select(each => each.Text).FirstOrDefault(each => !Between.Contains(each)) ?? "";
        return target.StartsWith('@')
            || (target.StartsWith('#') && !target.StartsWith("##", StringComparison.Ordinal));
    }
}
