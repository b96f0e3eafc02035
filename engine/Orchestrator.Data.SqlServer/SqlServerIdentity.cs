namespace Orchestrator.Data.SqlServer;

/// <summary>While it lives, rows bring the numbers of a column that the server else counts itself.</summary>
internal sealed class SqlServerIdentity : IDisposable
{
    private readonly SqlServerDatabase _database;

    private SqlServerIdentity(SqlServerDatabase database) => _database = database;

    /// <summary>Null where no column of those named is counted by the server.</summary>
    public static SqlServerIdentity? Keep(SqlServerDatabase database, TableName table, IEnumerable<string> columns)
    {
        if (!Counts(database, table, columns))
        {
            return null;
        }

        // A session takes the numbers of one table at a time (8107).
        if (database.Numbered is { } other && other != table)
        {
            LetCount(database);
        }

        database.Execute(database.Dialect.IdentityInsert(table, isOn: true));
        database.Numbered = table;
        return new SqlServerIdentity(database);
    }

    /// <summary>Whether the server counts one of the columns.</summary>
    public static bool Counts(SqlServerDatabase database, TableName table, IEnumerable<string> columns)
    {
        var counted = database.TextsOf("identity", table);
        return columns.Select(database.Dialect.Fold).Intersect(counted.Select(database.Dialect.Fold)).Any();
    }

    public void Dispose() => LetCount(_database);

    // Behind a failure, that is what is to be told: where it has ended the transaction nothing can be set, and the
    // session remembers the table until another one needs it. Nor is this a commit, which others would have to harden.
    private static void LetCount(SqlServerDatabase database)
    {
        if (database.Numbered is not { } table)
        {
            return;
        }

        try
        {
            database.Run(database.Dialect.IdentityInsert(table, isOn: false), 1, [], SqlServerCommands.Execute);
            database.Numbered = null;
        }
        catch (Exception fault) when (
            SqlServerErrors.Explain(fault) is not null || fault is InvalidOperationException or IOException)
        {
        }
    }
}
