namespace Orchestrator.Data.SqlServer;

/// <summary>Puts a load table in the place of its target by names.</summary>
internal static class SqlServerExchange
{
    /// <summary>Within the open transaction; the old table is gone.</summary>
    public static void Run(SqlServerDatabase database, TableName load, TableName target, DatabaseUse use)
    {
        var isThere = database.KindOf(target) is not null;
        if (isThere)
        {
            SqlServerLocks.Take(database, target, use);
        }
        else
        {
            SqlServerSchemas.Ensure(database, target.Schema!);
        }

        var dialect = database.Dialect;
        foreach (var statement in isThere ? dialect.Exchange(load, target) : dialect.Rename(load, target))
        {
            database.Execute(statement);
        }

        SqlServerRegister.Remove(database, load);
    }
}
