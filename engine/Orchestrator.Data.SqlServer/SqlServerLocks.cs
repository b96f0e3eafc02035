using Microsoft.Data.SqlClient;

namespace Orchestrator.Data.SqlServer;

/// <summary>Takes a table for one transaction alone, as <see cref="LockTries"/> waits for it.</summary>
internal static class SqlServerLocks
{
    private const int LockTimedOut = 1222;

    /// <summary>Takes the table for this transaction alone.</summary>
    /// <exception cref="SqlException">1222: others held it for the whole patience.</exception>
    /// <exception cref="OperationCanceledException">The token fired while waiting.</exception>
    public static void Take(SqlServerDatabase database, TableName table, DatabaseUse use) =>
        Take(database, table, use, () => database.Execute(database.Dialect.LockForExchange(table)));

    /// <summary>Does what takes the table and others; what was done is taken back before each new try.</summary>
    /// <exception cref="SqlException">1222: others held them for the whole patience.</exception>
    /// <exception cref="OperationCanceledException">The token fired while waiting.</exception>
    public static void Take(SqlServerDatabase database, TableName table, DatabaseUse use, Action work)
    {
        // Else the first try that is given up would end the transaction.
        database.Execute("SET XACT_ABORT OFF; SET LOCK_TIMEOUT 500");
        try
        {
            LockTries.Take(
                table, use, mayFail => TryTake(database, work, mayFail), () => Holders(database, table));
        }
        finally
        {
            Restore(database);
        }
    }

    // Also where the waiting ended in vain: what the session does afterwards waits and fails as before.
    private static void Restore(SqlServerDatabase database)
    {
        try
        {
            database.Execute("SET LOCK_TIMEOUT -1; SET XACT_ABORT ON");
        }
        catch (Exception fault) when (fault is SqlException or InvalidOperationException)
        {
            // The session is over, and the settings with it.
        }
    }

    private static bool TryTake(SqlServerDatabase database, Action work, Func<bool> mayFail)
    {
        database.Execute("SAVE TRANSACTION take_table");
        try
        {
            work();
            return true;
        }
        catch (SqlException fault) when (fault.Number == LockTimedOut && mayFail())
        {
            database.Execute("ROLLBACK TRANSACTION take_table");
            return false;
        }
    }

    private static string Holders(SqlServerDatabase database, TableName table) =>
        SqlServerHolders.Of(database, "lock_holders", [("schema", table.Schema), ("name", table.Name)]);
}
