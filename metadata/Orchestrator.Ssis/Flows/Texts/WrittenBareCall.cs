namespace Orchestrator.Ssis.Flows.Texts;

/// <summary>The call of a procedure without its EXEC, which the first statement of a batch of T-SQL may leave out.
/// </summary>
internal static class WrittenBareCall
{
    // What a statement begins with that is no name of a procedure.
    private static readonly HashSet<string> Words =
    [
        "SELECT", "INSERT", "UPDATE", "DELETE", "MERGE", "WITH", "IF", "WHILE", "BEGIN", "DECLARE", "SET", "EXEC",
        "EXECUTE", "CREATE", "DROP", "ALTER", "TRUNCATE", "USE", "PRINT", "RAISERROR", "RETURN", "THROW", "GO", "OPEN",
        "FETCH", "CLOSE", "DEALLOCATE", "GRANT", "REVOKE", "DENY", "BACKUP", "RESTORE", "DBCC", "WAITFOR", "COMMIT",
        "ROLLBACK", "SAVE", "BULK", "GOTO", "KILL", "CHECKPOINT", "CALL", "VALUES", "RECONFIGURE", "SHUTDOWN",
    ];

    /// <summary>The statement with its EXEC; as it is where it begins with something else.</summary>
    public static string WithWord(string written)
    {
        var words = SqlWords.Of(written);
        if (words.Count == 0 || !IsName(words[0]) || Words.Contains(words[0].Text))
        {
            return written;
        }

        var last = 0;
        while (Behind(words, last) is { } next)
        {
            last = next;
        }

        return IsBehindName(written[words[last].End..].TrimStart())
            ? $"{written[..words[0].At]}EXEC {written[words[0].At..]}" : written;
    }

    // `a.b`, and `a..b` of a schema that nobody names.
    private static int? Behind(IReadOnlyList<SqlWord> words, int name)
    {
        var at = name + 1;
        while (at < words.Count && words[at].Text == "." && at - name < 3)
        {
            at++;
        }

        return at > name + 1 && at < words.Count && IsName(words[at]) ? at : null;
    }

    private static bool IsName(SqlWord word) => char.IsLetter(word.Text[0]) || word.Text[0] is '_' or '#' or '[' or '"';

    private static bool IsBehindName(string rest) => rest.Length == 0 || char.IsDigit(rest[0])
        || rest[0] is '?' or '@' or '\'' or '-' or ';' || rest.StartsWith("N'", StringComparison.OrdinalIgnoreCase);
}
