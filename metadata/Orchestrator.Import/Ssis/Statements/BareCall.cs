namespace Orchestrator.Import.Ssis.Statements;

/// <summary>The call of a procedure without its EXEC, which the first statement of a batch may leave out.</summary>
internal static class BareCall
{
    private static readonly string[] Words =
    [
        "SELECT", "INSERT", "UPDATE", "DELETE", "MERGE", "WITH", "IF", "WHILE", "BEGIN", "DECLARE", "SET", "EXEC",
        "EXECUTE", "CREATE", "DROP", "ALTER", "TRUNCATE", "USE", "PRINT", "RAISERROR", "RETURN", "THROW", "GO", "OPEN",
        "FETCH", "CLOSE", "DEALLOCATE", "GRANT", "REVOKE", "DENY", "BACKUP", "RESTORE", "DBCC", "WAITFOR", "COMMIT",
        "ROLLBACK", "SAVE", "BULK", "GOTO", "KILL", "CHECKPOINT", "CALL", "VALUES", "RECONFIGURE", "SHUTDOWN",
    ];

    /// <summary>The statement with its EXEC; as it is where it begins with something else.</summary>
    public static string WithWord(string text)
    {
        var tokens = StatementTokens.Of(text);
        return tokens.Count > 0 && tokens[0].IsName && !Words.Any(tokens[0].Is)
            && NamedTable.Read(tokens, 0) is { } read && IsBehindName(tokens, read.Next)
            ? $"{text[..tokens[0].Start]}EXEC {text[tokens[0].Start..]}" : text;
    }

    private static bool IsBehindName(IReadOnlyList<SqlToken> tokens, int at) => at == tokens.Count
        || tokens[at].IsSign(';')
        || tokens[at].Kind is SqlTokenKind.Parameter or SqlTokenKind.Mark or SqlTokenKind.Text or SqlTokenKind.Number;
}
