using Microsoft.Data.Sqlite;
using Orchestrator.Data.Sqlite;
using Orchestrator.Runner.Artifacts;

namespace Orchestrator.Lab.Monitoring;

/// <summary>The file that keeps what was seen: opens it by the rules that keep a SQLite file whole.</summary>
internal static class MonitorFile
{
    /// <summary>Its name, beside the ledger.</summary>
    public const string Name = "monitor.db";

    // "OrcM", so that a file is known for what it is.
    private const long ApplicationId = 0x4F72634D;
    private const int Version = 1;

    private static string Schema
    {
        get
        {
            using var stream = typeof(MonitorFile).Assembly.GetManifestResourceStream("001_monitor.sql")!;
            using var reader = new StreamReader(stream);
            return reader.ReadToEnd();
        }
    }

    /// <summary>Opens it for writing, and makes it where it is missing.</summary>
    /// <exception cref="SqliteException">SQLite cannot open it.</exception>
    /// <exception cref="IOException">It is another file, of a later version, or on a network folder.</exception>
    public static SqliteDatabase OpenForWriting(string path, TimeProvider time, CancellationToken cancellation)
    {
        PrivateFiles.CreateFolder(Path.GetDirectoryName(path)!);
        var database = SqliteDatabase.Open(
            new SqliteOptions
            {
                Path = path,
                Access = SqliteAccess.Create,
                OwnerOnly = true,
                RefuseNetworkFolder = true,
                // A crash of the machine may cost the last moments of it, and never the file.
                Synchronous = SqliteSynchronous.Normal,
            },
            time,
            cancellation);
        return Prepared(database, () => Make(database, cancellation));
    }

    /// <summary>Opens it for reading, also while somebody writes it; null where there is none.</summary>
    /// <exception cref="SqliteException">SQLite cannot open it.</exception>
    /// <exception cref="IOException">It is another file, of a later version, or on a network folder.</exception>
    public static SqliteDatabase? OpenForReading(string path, TimeProvider time)
    {
        if (!File.Exists(path))
        {
            return null;
        }

        var database = SqliteDatabase.Open(new SqliteOptions { Path = path, RefuseNetworkFolder = true }, time);
        var isMade = false;
        Prepared(database, () => isMade = database.AtOneMoment(() => IsMade(database)));
        if (isMade)
        {
            return database;
        }

        database.Dispose();
        return null;
    }

    /// <summary>Whether it is the file that cannot be read or written.</summary>
    public static bool IsFaultOf(Exception fault) => fault is SqliteException;

    private static void Make(SqliteDatabase database, CancellationToken cancellation)
    {
        database.Execute("PRAGMA foreign_keys=ON");
        // What the log has grown beyond is given back once it is begun anew.
        database.Execute("PRAGMA journal_size_limit=0");
        if (database.AtOneMoment(() => IsMade(database), cancellation))
        {
            return;
        }

        database.BeginImmediate(cancellation);
        try
        {
            // Another process may have done it while we waited for the lock.
            if (!IsMade(database))
            {
                database.Execute(Schema);
                database.Execute($"PRAGMA application_id={ApplicationId}");
                database.Execute($"PRAGMA user_version={Version}");
            }

            database.Commit();
        }
        finally
        {
            database.Rollback();
        }
    }

    /// <summary>False = the file is still empty.</summary>
    private static bool IsMade(SqliteDatabase database)
    {
        var version = SqliteScalar.Long(database, "PRAGMA user_version");
        var application = SqliteScalar.Long(database, "PRAGMA application_id");
        return (application, version) switch
        {
            (0, 0) when SqliteScalar.Long(database, "SELECT count(*) FROM sqlite_master") == 0 => false,
            (ApplicationId, Version) => true,
            (ApplicationId, _) => throw new IOException(
                $"'{database.Path}' was written by a later version of orchestrator. Use that one, or move it away."),
            _ => throw new IOException(
                $"'{database.Path}' is a database, but not what `monitor run` writes. Move it away."),
        };
    }

    private static SqliteDatabase Prepared(SqliteDatabase database, Action prepare)
    {
        try
        {
            prepare();
            return database;
        }
        catch
        {
            database.Dispose();
            throw;
        }
    }
}
