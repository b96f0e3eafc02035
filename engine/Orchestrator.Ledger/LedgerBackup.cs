using Orchestrator.Data;
using Orchestrator.Data.Sqlite;
using Orchestrator.Ledger.Servers;
using Orchestrator.Ledger.Serving;

namespace Orchestrator.Ledger;

/// <summary>
/// Copies of ledgers. Each is a ledger in a SQLite file, wherever the original is: it can be read as one, and put back
/// on any platform.
/// </summary>
public static class LedgerBackup
{
    private const int VersionThatKnowsBackups = 5;

    /// <summary>
    /// Copies a ledger as it stands, whatever its version, into a file that does not exist yet, also while runs are at
    /// work.
    /// </summary>
    /// <returns>The runs in it and its version.</returns>
    /// <exception cref="LedgerException">ORC4102: there is no ledger, or it cannot be reached. ORC4124.</exception>
    public static (long Runs, long Version) Make(LedgerLocation location, string file, string who, TimeProvider time)
    {
        var version = location.Platform.VersionOf(location, time);
        if (version == 0)
        {
            throw new LedgerException(LedgerCodes.CannotOpen, $"there is no ledger {location.Name}");
        }

        using var database = location.OpenForWriting(
            time, new LedgerWait(new LedgerPatience(), time) { Version = version });
        Copy(location, database, file, time);
        return LedgerFaults.Guarded(location, () => Note(database, file, who, time), LedgerFaults.CannotChange);
    }

    /// <summary>Asks a backup something.</summary>
    /// <exception cref="LedgerException">ORC4124: it is no backup. ORC4101: it is newer.</exception>
    public static T Look<T>(string file, TimeProvider time, Func<LedgerReader, T> ask)
    {
        try
        {
            using var reader = File.Exists(file) ? LedgerReader.Open(new LedgerLocation(file), time) : null;
            return reader is null ? throw NoBackup(file, null) : ask(reader);
        }
        catch (LedgerException refused) when (refused.Code == LedgerCodes.CannotOpen)
        {
            throw NoBackup(file, refused);
        }
    }

    /// <summary>
    /// Puts a backup in the place of all that a ledger holds, in one transaction that no run can begin beside. Its
    /// numbers go on behind the greatest of both, so that none is given twice.
    /// </summary>
    /// <exception cref="LedgerException">ORC4123: a run or a service is at work. ORC4124: it is no backup.</exception>
    public static void Restore(
        LedgerLocation location, string file, TimeProvider time, LedgerPatience? patience = null)
    {
        _ = Look(file, time, reader => reader.Count);
        _ = LedgerFaults.Guarded(
            location, () => Replace(location, file, time, patience ?? new LedgerPatience()), LedgerFaults.CannotChange);
    }

    /// <summary>Copies a ledger as it stands, whatever its version.</summary>
    internal static void Copy(LedgerLocation location, ILedgerDatabase database, string file, TimeProvider time)
    {
        if (File.Exists(file))
        {
            throw new LedgerException(LedgerCodes.Backup,
                $"'{file}' exists already. A backup overwrites nothing: name another file.");
        }

        BackupFile.Make(location, file, aside =>
        {
            if (database is ServerDatabase server)
            {
                CopyServer(location, server, aside, time);
            }
            else
            {
                CopyFile(location, aside, time);
            }
        });
    }

    private static LedgerException NoBackup(string file, LedgerException? refused)
    {
        var why = refused is null ? "" : $": {(refused.InnerException ?? refused).Message.TrimEnd('.')}";
        return new LedgerException(LedgerCodes.Backup,
            $"'{file}' is no backup of a ledger{why}. Name a file that `orchestrator ledger backup` has made.",
            refused);
    }

    private static void CopyServer(LedgerLocation location, ServerDatabase server, string file, TimeProvider time)
    {
        var version = LedgerFaults.Guarded(location, () => server.Version, LedgerFaults.CannotRead);
        using var copy = LedgerFile.Make(file, version, time);
        var patience = server.PatienceSeconds;
        server.PatienceSeconds = 0;
        copy.BeginWriting(CancellationToken.None);
        LedgerCopy.ToFile(server, copy);
        copy.Commit();
        server.PatienceSeconds = patience;
        InOneFile(copy.Database);
    }

    private static void CopyFile(LedgerLocation from, string file, TimeProvider time)
    {
        using var source = SqliteDatabase.Open(new SqliteOptions { Path = from.File }, time);
        using var copy = SqliteDatabase.Open(BackupFile.Options(file), time);
        source.Connection.BackupDatabase(copy.Connection);
        InOneFile(copy);
    }

    private static (long Runs, long Version) Note(
        ILedgerDatabase database, string file, string who, TimeProvider time)
    {
        using var statements = new StatementCache(database);
        try
        {
            database.BeginWriting(CancellationToken.None);
            if (database.Version >= VersionThatKnowsBackups)
            {
                statements["insert_backup"].Bind(Instant.Of(time.GetUtcNow())).Bind(Path.GetFullPath(file)).Bind(who)
                    .Run();
            }

            var runs = LedgerRows.Single(statements["count_runs_with_purged"], row => row.Number(0));
            database.Commit();
            return (runs, database.Version);
        }
        finally
        {
            database.Rollback();
        }
    }

    private static bool Replace(LedgerLocation location, string file, TimeProvider time, LedgerPatience patience)
    {
        using var scratch = new ScratchFile(location);
        BackupFile.Make(
            new LedgerLocation(file), scratch.Path, aside => CopyFile(new LedgerLocation(file), aside, time));
        // Migrates the copy, never the backup itself.
        var migrating = new LedgerWait(new LedgerPatience(), time) { IsCopy = true };
        using var source = (SqliteLedger)new LedgerLocation(scratch.Path).OpenForWriting(time, migrating);
        var wait = new LedgerWait(patience, time);
        using var target = location.OpenForWriting(time, wait);
        return Replace(location, source, target, wait);
    }

    private static bool Replace(
        LedgerLocation location, SqliteLedger source, ILedgerDatabase target, LedgerWait wait)
    {
        target.BeginAlone(wait.Cancellation);
        try
        {
            LedgerMigration.RefuseRunsAtWork(location, target, null, "restored");
            RefuseServicesAtWork(location, target);
            LedgerCopy.Replace(source, target);
            target.Commit();
            return true;
        }
        finally
        {
            target.Rollback();
        }
    }

    // It would take what it has fired since the backup for missed, while whoever restores may still look around.
    private static void RefuseServicesAtWork(LedgerLocation location, ILedgerDatabase target)
    {
        using var statements = new StatementCache(target);
        if (ServiceStatements.All(target, statements, environment: null, limit: int.MaxValue)
            .FirstOrDefault(one => !one.IsDead(ServiceRecord.SilenceMax)) is { } service)
        {
            throw new LedgerException(LedgerCodes.RunsAtWork,
                $"The ledger '{location.Name}' cannot be restored while service {service.Number} is at work (process "
                + $"{service.Origin.ProcessId} on {service.Origin.Host}). Stop it first; one that was killed on "
                + $"another machine counts as gone after {ServiceRecord.SilenceMax.TotalSeconds:0} seconds.");
        }
    }

    /// <summary>Without a log beside it, so that it can be taken elsewhere.</summary>
    private static void InOneFile(SqliteDatabase copy) => copy.Execute("PRAGMA journal_mode=DELETE");

    /// <summary>A file that is gone at the end.</summary>
    private sealed class ScratchFile : IDisposable
    {
        public ScratchFile(LedgerLocation location)
        {
            OwnedFolder.Make(location.Folder);
            Path = System.IO.Path.Combine(location.Folder, $"restore-{Guid.NewGuid():N}.db");
        }

        public string Path { get; }

        public void Dispose()
        {
            foreach (var path in new[] { Path, Path + "-wal", Path + "-shm" })
            {
                File.Delete(path);
            }
        }
    }
}
