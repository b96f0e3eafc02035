using Orchestrator.Data.Servers;

namespace Orchestrator.Data.SqlServer;

/// <summary>Statements that cannot stand in a package, whose statements are one transaction.</summary>
internal static class SqlServerRefusals
{
    private const string OfTransaction = "it would end or split the transaction of its package";
    private const string Alone = "SQL Server runs it only outside a transaction, and a package is one";

    /// <summary>
    /// Why, as the end of a sentence; null where it can stand there. A piece between two GO may hold several
    /// statements, so each word of it counts; not so the body of a procedure, which runs when it is called.
    /// </summary>
    public static string? Of(ScriptStatement statement)
    {
        var words = SqlPieces.Words(
            statement.Text, int.MaxValue, SqlServerToken.Length, SqlServerToken.WordLength);
        if (IsModule(words))
        {
            return null;
        }

        for (var i = 0; i < words.Count; i++)
        {
            if (Of(words[i], i + 1 < words.Count ? words[i + 1] : "", i + 2 < words.Count ? words[i + 2] : "")
                is { } why)
            {
                return why;
            }
        }

        return null;
    }

    private static string? Of(string word, string next, string third) => (word, next) switch
    {
        ("BEGIN", "TRAN" or "TRANSACTION" or "DISTRIBUTED") => OfTransaction,
        ("COMMIT" or "ROLLBACK", _) => OfTransaction,
        ("SAVE", "TRAN" or "TRANSACTION") => OfTransaction,
        ("SET", "IMPLICIT_TRANSACTIONS") => OfTransaction,
        ("USE", not ("HINT" or "PLAN")) => "the connection says which database it works on",
        ("ALTER", "DATABASE") when third == "SCOPED" => null,
        ("CREATE" or "ALTER" or "DROP", "DATABASE") => Alone,
        ("CREATE" or "ALTER" or "DROP", "FULLTEXT") => Alone,
        ("BACKUP" or "RESTORE" or "RECONFIGURE", _) => Alone,
        ("SHUTDOWN" or "KILL", _) => "it ends what others are doing",
        _ => null,
    };

    private static bool IsModule(List<string> words)
    {
        var place = words is ["CREATE", "OR", "ALTER", ..] ? 3 : 1;
        return words.Count > place && words[0] is "CREATE" or "ALTER"
            && words[place] is "PROC" or "PROCEDURE" or "FUNCTION" or "TRIGGER" or "VIEW";
    }
}
