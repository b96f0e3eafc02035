using Npgsql;

namespace Orchestrator.Data.PostgreSql;

/// <summary>Takes tables for one transaction alone, as <see cref="LockTries"/> waits for them.</summary>
internal static class PostgreSqlLocks
{
    private const string LockNotAvailable = "55P03";

    /// <summary>Takes the table for this transaction alone.</summary>
    /// <exception cref="PostgresException">55P03: others held it for the whole patience.</exception>
    /// <exception cref="OperationCanceledException">The token fired while waiting.</exception>
    public static void Take(PostgreSqlDatabase database, TableName table, DatabaseUse use) =>
        Take(database, table, use, () => database.Execute(database.Dialect.LockForExchange([table])));

    /// <summary>Does what takes the table and others; what was done is taken back before each new try.</summary>
    /// <exception cref="PostgresException">55P03: others held them for the whole patience.</exception>
    /// <exception cref="OperationCanceledException">The token fired while waiting.</exception>
    public static void Take(PostgreSqlDatabase database, TableName table, DatabaseUse use, Action work)
    {
        database.Execute("SET LOCAL lock_timeout = '500ms'");
        LockTries.Take(
            table, use, mayFail => TryTake(database, work, mayFail), () => Holders(database, table));
        database.Execute("SET LOCAL lock_timeout = 0");
    }

    private static bool TryTake(PostgreSqlDatabase database, Action work, Func<bool> mayFail)
    {
        database.Execute("SAVEPOINT take_table");
        try
        {
            work();
            database.Execute("RELEASE SAVEPOINT take_table");
            return true;
        }
        catch (PostgresException fault) when (fault.SqlState == LockNotAvailable && mayFail())
        {
            database.Execute("ROLLBACK TO SAVEPOINT take_table");
            return false;
        }
    }

    private static string Holders(PostgreSqlDatabase database, TableName table)
    {
        var found = database.TextsOf("lock_holders", table);
        return found.Count == 0 ? "another session" : string.Join(" and ", found);
    }
}
