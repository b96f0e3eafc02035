using Orchestrator.Data;

namespace Orchestrator.Ledger.Servers;

/// <summary>The tables of a ledger on a server, and the version of their schema.</summary>
internal static class ServerSchema
{
    /// <summary>The schema's version; 0 = there is none yet.</summary>
    /// <exception cref="LedgerException">It is newer.</exception>
    public static long Version(ServerDatabase database, LedgerLocation location)
    {
        var version = database.Number("has_ledger") == 0 ? 0 : database.Number("version");
        return version <= LedgerSql.Version ? version : throw LedgerFaults.Newer(location, version);
    }

    /// <summary>Makes what is missing.</summary>
    public static void BringUpToDate(
        ServerDatabase database, LedgerLocation location, TimeProvider time, LedgerWait wait)
    {
        var found = Version(database, location);
        if (found >= wait.Version)
        {
            return;
        }

        if (found > 0)
        {
            LedgerMigration.Prepare(location, database, time, wait);
        }

        var patience = database.PatienceSeconds;
        database.PatienceSeconds = 0;
        database.BeginWriting(CancellationToken.None);
        try
        {
            database.Execute(database.Server.Sql.Of("server/one_at_a_time"));
            Make(database);
            // Another process may have done it while we waited.
            var version = Version(database, location);
            foreach (var migration in database.Server.Sql.Migrations.Take((int)wait.Version).Skip((int)version))
            {
                database.Execute(migration);
            }

            using var statement = database.Prepare("server/set_version");
            statement.Bind(wait.Version).Run();
            CrashPoint.Around("ledger.schema.made", database.Commit);
        }
        finally
        {
            database.PatienceSeconds = patience;
            database.Rollback();
        }
    }

    private static void Make(ServerDatabase database)
    {
        if (database.Number("has_schema") == 0)
        {
            database.Execute(database.Server.Sql.Of("server/create_schema"));
        }

        if (database.Number("has_ledger") == 0)
        {
            database.Execute(database.Server.Sql.Of("server/create_ledger"));
        }
    }
}
