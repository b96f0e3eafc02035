using Microsoft.Data.SqlClient;

namespace Orchestrator.Data.SqlServer;

/// <summary>
/// Waits for a table in short tries: who waits for the whole lock holds up every reader that comes after, so each try
/// gives way.
/// </summary>
internal static class SqlServerLocks
{
    private const int LockTimedOut = 1222;
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);

    /// <summary>Takes the table for this transaction alone.</summary>
    /// <exception cref="SqlException">1222: others held it for the whole patience.</exception>
    /// <exception cref="OperationCanceledException">The token fired while waiting.</exception>
    public static void Take(SqlServerDatabase database, TableName table, DatabaseUse use)
    {
        var begun = use.Time.GetTimestamp();
        var isHeldUp = false;

        // Else the first try that is given up would end the transaction.
        database.Execute("SET XACT_ABORT OFF; SET LOCK_TIMEOUT 500");
        try
        {
            while (!TryTake(database, table, () => use.Time.GetElapsedTime(begun) < Patience))
            {
                if (!isHeldUp)
                {
                    use.HeldUp?.Invoke($"lock of {table}, held by {Holders(database, table)}");
                    isHeldUp = true;
                }

                use.Cancellation.WaitHandle.WaitOne(Pause);
                use.Cancellation.ThrowIfCancellationRequested();
            }
        }
        finally
        {
            if (isHeldUp)
            {
                use.HeldUp?.Invoke(null);
            }
        }

        database.Execute("SET LOCK_TIMEOUT -1; SET XACT_ABORT ON");
    }

    private static bool TryTake(SqlServerDatabase database, TableName table, Func<bool> mayFail)
    {
        try
        {
            database.Execute(database.Dialect.LockForExchange(table));
            return true;
        }
        catch (SqlException fault) when (fault.Number == LockTimedOut && mayFail())
        {
            return false;
        }
    }

    private static string Holders(SqlServerDatabase database, TableName table) =>
        SqlServerHolders.Of(database, "lock_holders", [("schema", table.Schema), ("name", table.Name)]);
}
