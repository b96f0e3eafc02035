using Microsoft.Data.Sqlite;
using Orchestrator.Data;
using Orchestrator.Data.Sqlite;
using SQLitePCL;

namespace Orchestrator.Ledger;

/// <summary>
/// Opens the ledger's file, brings its schema up to date, and refuses what is no ledger or a newer one.
/// </summary>
internal static class LedgerFile
{
    /// <summary>"Orch", so that a file is known for what it is.</summary>
    private const int ApplicationId = 0x4F726368;

    /// <summary>Opens for writing; makes folders, file and tables that are missing.</summary>
    /// <exception cref="OperationCanceledException">The wait for a lock was ended.</exception>
    public static SqliteDatabase OpenForWriting(
        LedgerLocation location, TimeProvider time, LedgerWait? wait = null) =>
        Guarded(location, () =>
        {
            wait ??= new LedgerWait(new LedgerPatience(), time);
            OwnedFolder.Make(location.Folder);
            var options = new SqliteOptions
            {
                Path = location.File,
                Access = SqliteAccess.Create,
                RefuseNetworkFolder = true,
                OwnerOnly = true,
                HeldUp = wait.HeldUp,
            };
            return Prepared(
                SqliteDatabase.Open(options, time, wait.Cancellation),
                database => BringUpToDate(database, location, time, wait));
        });

    /// <summary>Makes a file with the empty tables of a version.</summary>
    /// <exception cref="SqliteException">It cannot be made.</exception>
    /// <exception cref="IOException">It cannot be made, or would lie on a network folder.</exception>
    public static SqliteLedger Make(string file, long version, TimeProvider time)
    {
        var location = new LedgerLocation(file);
        var wait = new LedgerWait(new LedgerPatience(), time) { Version = version };
        return new SqliteLedger(
            location,
            Prepared(
                SqliteDatabase.Open(BackupFile.Options(file), time),
                database => BringUpToDate(database, location, time, wait)),
            time);
    }

    /// <summary>Opens for reading; null where there is no ledger yet.</summary>
    public static SqliteDatabase? OpenForReading(LedgerLocation location, TimeProvider time) =>
        Guarded(location, () => !IsThere(location) ? null : Opened(location, time));

    // In a folder that is closed to this user every file seems to be missing, and everything to have never run.
    private static bool IsThere(LedgerLocation location)
    {
        if (!File.Exists(location.File) && Directory.Exists(location.Folder))
        {
            using var looked = Directory.EnumerateFileSystemEntries(location.Folder).GetEnumerator();
        }

        return File.Exists(location.File);
    }

    private static SqliteDatabase? Opened(LedgerLocation location, TimeProvider time)
    {
        var options = new SqliteOptions
        {
            Path = location.File,
            RefuseNetworkFolder = true,
            Patience = location.ReadPatience,
        };
        var version = 0;
        var database = Prepared(SqliteDatabase.Open(options, time), database =>
        {
            version = Version(database, location);
            if (version > 0 && version < LedgerSql.Version)
            {
                OlderLedger.ReadAsOfToday(database, version, time);
            }
        });
        if (version == 0)
        {
            database.Dispose();
            return null;
        }

        return database;
    }

    /// <summary>Makes it ready; where that fails, as with the views of an older ledger, no handle stays open.</summary>
    internal static SqliteDatabase Prepared(SqliteDatabase database, Action<SqliteDatabase> prepare)
    {
        try
        {
            prepare(database);
            return database;
        }
        catch
        {
            database.Dispose();
            throw;
        }
    }

    private static T Guarded<T>(LedgerLocation location, Func<T> open)
    {
        try
        {
            return open();
        }
        catch (SqliteException error)
        {
            throw LedgerFaults.CannotOpen(location, error);
        }
        catch (UnauthorizedAccessException error)
        {
            throw LedgerFaults.CannotOpen(location, error);
        }
        catch (DllNotFoundException error)
        {
            throw new LedgerException(LedgerCodes.CannotOpen, error.Message, error);
        }
        catch (IOException error)
        {
            var code = error.Message.Contains("network folder", StringComparison.Ordinal)
                ? LedgerCodes.NetworkFolder
                : LedgerCodes.CannotOpen;
            throw new LedgerException(code, $"The ledger cannot be used: {error.Message}", error);
        }
    }

    private static void BringUpToDate(
        SqliteDatabase database, LedgerLocation location, TimeProvider time, LedgerWait wait)
    {
        var found = Version(database, location, wait.Cancellation);
        if (found >= wait.Version)
        {
            return;
        }

        if (found > 0 && !wait.IsCopy)
        {
            LedgerMigration.Prepare(location, new SqliteLedger(location, database, time), time, wait);
        }

        database.BeginImmediate(wait.Cancellation);
        try
        {
            // Another process may have done it while we waited for the lock.
            for (var version = RefuseForeign(database, location); version < wait.Version; version++)
            {
                database.Execute(LedgerSql.Sqlite.Migrations[version]);
            }

            database.Execute($"PRAGMA application_id={ApplicationId}");
            database.Execute($"PRAGMA user_version={wait.Version}");
            CrashPoint.Around("ledger.file.made", database.Commit);
        }
        finally
        {
            database.Rollback();
        }
    }

    private static int Version(
        SqliteDatabase database, LedgerLocation location, CancellationToken cancellation = default) =>
        database.AtOneMoment(() => RefuseForeign(database, location), cancellation);

    /// <summary>The schema's version; 0 = the file is still empty.</summary>
    private static int RefuseForeign(SqliteDatabase database, LedgerLocation location)
    {
        var version = Pragma(database, "PRAGMA user_version");
        var application = Pragma(database, "PRAGMA application_id");
        var isEmpty = application == 0 && version == 0 && Pragma(database, "PRAGMA page_count") <= 1;
        if (application != ApplicationId && !isEmpty)
        {
            throw new LedgerException(
                LedgerCodes.CannotOpen,
                $"'{location.File}' is a SQLite database, but not a ledger. Name another file with --ledger.",
                new InvalidDataException("it is a SQLite database, but not a ledger"));
        }

        return version <= LedgerSql.Version ? version : throw LedgerFaults.Newer(location, version);
    }

    internal static int Pragma(SqliteDatabase database, string pragma)
    {
        var code = raw.sqlite3_prepare_v2(database.Handle, pragma, out var statement);
        SqliteException.ThrowExceptionForRC(code, database.Handle);
        using (statement)
        {
            code = raw.sqlite3_step(statement);
            return code == raw.SQLITE_ROW
                ? raw.sqlite3_column_int(statement, 0)
                : throw new SqliteException(raw.sqlite3_errmsg(database.Handle).utf8_to_string(), code);
        }
    }
}
