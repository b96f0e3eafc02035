using Npgsql;

namespace Orchestrator.Data.PostgreSql;

/// <summary>
/// Waits for a table in short tries: who waits for the whole lock holds up every reader that comes after, so each try
/// gives way.
/// </summary>
internal static class PostgreSqlLocks
{
    private const string LockNotAvailable = "55P03";
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);

    /// <summary>Takes the table for this transaction alone.</summary>
    /// <exception cref="PostgresException">55P03: others held it for the whole patience.</exception>
    /// <exception cref="OperationCanceledException">The token fired while waiting.</exception>
    public static void Take(PostgreSqlDatabase database, TableName table, DatabaseUse use)
    {
        var begun = use.Time.GetTimestamp();
        var isHeldUp = false;
        database.Execute("SET LOCAL lock_timeout = '500ms'");
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

        database.Execute("SET LOCAL lock_timeout = 0");
    }

    private static bool TryTake(PostgreSqlDatabase database, TableName table, Func<bool> mayFail)
    {
        database.Execute("SAVEPOINT take_table");
        try
        {
            database.Execute(database.Dialect.LockForExchange(table));
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
        var found = PostgreSqlCatalog.Texts(
            database, PostgreSqlScripts.Read("lock_holders"), ("schema", table.Schema), ("name", table.Name));
        return found.Count == 0 ? "another session" : string.Join(" and ", found);
    }
}
