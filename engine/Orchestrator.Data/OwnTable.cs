namespace Orchestrator.Data;

/// <summary>
/// Tables of the engine's own: made by any of several sessions at one time, and written in short transactions.
/// </summary>
public static class OwnTable
{
    /// <summary>Runs one statement in a transaction of its own.</summary>
    public static void Commit(
        IDatabase database, string sql, CancellationToken cancellation,
        params IReadOnlyList<(string Name, object? Value)> values)
    {
        database.Begin(cancellation);
        try
        {
            database.Execute(sql, values);
            CrashPoint.Around("own.row", database.Commit);
        }
        catch
        {
            database.Rollback();
            throw;
        }
    }

    /// <summary>Makes a table and its key in a transaction of their own, if it is missing.</summary>
    public static void Make(
        IDatabase database, TableName table, IReadOnlyList<RowColumn> columns, TableKey key,
        CancellationToken cancellation) =>
        Make(
            database, () => database.KindOf(table) is not null, () => database.CreateTable(table, columns, key),
            cancellation);

    /// <summary>Does something in a transaction of its own, unless it is done, or others do it meanwhile.</summary>
    public static void Make(
        IDatabase database, Func<bool> isThere, Action make, CancellationToken cancellation)
    {
        if (isThere())
        {
            return;
        }

        try
        {
            database.Begin(cancellation);
            make();
            CrashPoint.Around("own.table", database.Commit);
        }
        catch (Exception fault) when (database.Platform.Explain(fault) is { IsConnectionLost: false })
        {
            database.Rollback();
            if (!isThere())
            {
                throw;
            }
        }
    }
}
