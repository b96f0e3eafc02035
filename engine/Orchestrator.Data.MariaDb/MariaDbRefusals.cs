namespace Orchestrator.Data.MariaDb;

/// <summary>Statements that cannot stand in a package, whose statements are one transaction.</summary>
internal static class MariaDbRefusals
{
    private const int WordsMax = 4;

    private const string OfTransaction = "it would end or split the transaction of its package";

    private const string OfDefinitions =
        "MariaDB commits the transaction of the package before it, and could take nothing of it back";

    private static readonly HashSet<string> Transaction =
    [
        "BEGIN", "START", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "XA", "LOCK", "UNLOCK",
    ];

    private static readonly HashSet<string> Definitions =
    [
        "ALTER", "CREATE", "DROP", "RENAME", "TRUNCATE", "OPTIMIZE", "REPAIR", "CHECK", "CACHE", "FLUSH", "RESET",
        "GRANT", "REVOKE", "INSTALL", "UNINSTALL", "CHANGE", "STOP", "PURGE", "SHUTDOWN", "BACKUP",
    ];

    private static readonly HashSet<string> SettingsOfTransaction =
        ["AUTOCOMMIT", "COMPLETION_TYPE", "TRANSACTION", "PASSWORD"];

    /// <summary>Why, as the end of a sentence; null where it can stand there.</summary>
    public static string? Of(ScriptStatement statement)
    {
        var words = MariaDbToken.Words(statement.Text, WordsMax);
        return statement.FirstWord switch
        {
            "" when MariaDbToken.IsRun(statement.Text, 0) =>
                "it stands in a comment that the server runs, where nobody sees what it does",
            "CREATE" or "DROP" when words is [_, "TEMPORARY", "TABLE", ..] => null,
            "CREATE" when words is [_, "OR", "REPLACE", "TEMPORARY"] => null,
            "LOAD" when words.Contains("LOCAL") => "it moves rows from the client, which is a load's work",
            "LOAD" when words is [_, "INDEX", ..] => OfDefinitions,
            "ANALYZE" when words is [_, "TABLE" or "LOCAL" or "NO_WRITE_TO_BINLOG", ..] => OfDefinitions,
            "SET" when Settings(statement.Text).Any(SettingsOfTransaction.Contains) => OfTransaction,
            "USE" => "it would change the database of its package",
            "DELIMITER" => "it is a command of the client `mariadb`; statements end at a semicolon here",
            _ when Transaction.Contains(statement.FirstWord) => OfTransaction,
            _ when Definitions.Contains(statement.FirstWord) => OfDefinitions,
            _ => null,
        };
    }

    // Names may be any among values: what stands in strings is none of the words.
    private static List<string> Settings(string text) => MariaDbToken.Words(text, int.MaxValue);
}
