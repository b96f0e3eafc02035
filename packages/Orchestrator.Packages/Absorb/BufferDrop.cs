using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Data.Absorb;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Absorb;

/// <summary>Drops a buffer, and no row with it that nobody has agreed to lose.</summary>
internal static class BufferDrop
{
    /// <summary>Drops it; where the platform can, nobody adds a row between the count and the drop.</summary>
    /// <param name="database">The session; no transaction is open.</param>
    /// <param name="sql">The buffer.</param>
    /// <param name="mayLose">So many rows that are not drained may go with it.</param>
    /// <param name="phase">What is being done, for the failure.</param>
    /// <param name="cancellation">Stops waiting for the database.</param>
    /// <exception cref="PackageRefusedException">It holds more rows.</exception>
    public static void Run(
        IDatabase database, AbsorbDialect sql, long mayLose, string phase, CancellationToken cancellation)
    {
        if (!sql.IsMadeInTransaction)
        {
            Drop(database, sql, mayLose, phase);
            return;
        }

        database.Begin(cancellation);
        try
        {
            if (sql.KeepOut is { } keepOut)
            {
                database.Execute(keepOut);
            }

            Drop(database, sql, mayLose, phase);
            database.Commit();
        }
        catch
        {
            database.Rollback();
            throw;
        }
    }

    /// <summary>Refuses to drop a buffer with more rows than may be lost.</summary>
    /// <exception cref="PackageRefusedException">It holds more.</exception>
    public static void RefuseRows(IDatabase database, AbsorbDialect sql, string phase, long mayLose = 0)
    {
        if (database.Number(sql.Count) is var rows && rows > mayLose)
        {
            throw new PackageRefusedException("ORC3574", ErrorClass.Config, phase,
                $"'{sql.Table.Buffer}' holds {rows} rows that are not drained"
                + (mayLose > 0 ? $", where {mayLose} may be lost" : "") + ": it is not dropped. Drain it first "
                + "(`orchestrator absorb drain`).");
        }
    }

    private static void Drop(IDatabase database, AbsorbDialect sql, long mayLose, string phase)
    {
        RefuseRows(database, sql, phase, mayLose);
        foreach (var statement in sql.Drop)
        {
            database.Execute(statement);
        }

        // Who makes it anew counts from nothing.
        var dialect = database.Platform.Dialect;
        database.Execute(sql.Drainers.Remove, DrainLease.Row(dialect, sql.Table.Buffer));
    }
}
