using Orchestrator.Data.Servers;

namespace Orchestrator.Data.PostgreSql;

/// <summary>Statements that cannot stand in a package, whose statements are one transaction.</summary>
internal static class PostgreSqlRefusals
{
    private const string OfTransaction = "it would end or split the transaction of its package";
    private const string Alone = "PostgreSQL runs it only outside a transaction, and a package is one";

    private static readonly HashSet<string> Transaction =
    [
        "BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT", "SAVEPOINT", "RELEASE",
    ];

    /// <summary>Why, as the end of a sentence; null where it can stand there.</summary>
    public static string? Of(ScriptStatement statement)
    {
        var words = Words(statement.Text, 4);
        return statement.FirstWord switch
        {
            _ when Transaction.Contains(statement.FirstWord) => OfTransaction,
            "PREPARE" when words is [_, "TRANSACTION", ..] => OfTransaction,
            "VACUUM" => Alone,
            "CLUSTER" when words.Count == 1 => Alone,
            "CREATE" or "DROP" when words is [_, "DATABASE" or "TABLESPACE" or "SUBSCRIPTION", ..] => Alone,
            "ALTER" when words is [_, "SYSTEM", ..] => Alone,
            "CREATE" or "DROP" or "REINDEX" when words.Contains("CONCURRENTLY") => Alone,
            "REINDEX" when words is [_, "DATABASE" or "SYSTEM" or "SCHEMA", ..] => Alone,
            "COPY" when IsWithClient(statement.Text) =>
                "it moves rows from or to the client, which is a load's work",
            "LISTEN" or "UNLISTEN" => "nobody would hear what it listens for",
            "DISCARD" => "it would reset the session of its package",
            _ => null,
        };
    }

    private static bool IsWithClient(string text)
    {
        var words = Words(text, int.MaxValue);
        return words.Contains("STDIN") || words.Contains("STDOUT");
    }

    private static List<string> Words(string text, int wordsMax) =>
        SqlPieces.Words(text, wordsMax, PostgreSqlToken.Length, SqlPieces.WordLength);
}
