using Microsoft.Data.Sqlite;
using SQLitePCL;

namespace Orchestrator.Data.Sqlite;

/// <summary>Opens database files: those that the engine writes, and those that it only reads.</summary>
public static class SqliteFiles
{
    /// <summary>The mark in the header of a file that the engine made: "ORCD".</summary>
    public const int ApplicationId = 0x4F524344;

    private const int WalBytesKept = 4 << 20;
    private const int LimitAttached = 7;
    private const int LimitLength = 0;

    /// <summary>
    /// Opens a file to write to and makes it, its folder and our catalog where they are missing. The caller holds the
    /// file's writer turn.
    /// </summary>
    /// <exception cref="SqliteException">SQLite cannot open it.</exception>
    /// <exception cref="IOException">The folder cannot be made, or the file is not one that the engine
    /// made.</exception>
    /// <param name="path">The file.</param>
    /// <param name="time">The clock.</param>
    /// <param name="cancellation">Ends the wait for a lock.</param>
    /// <param name="heldUp">Told what is waited for.</param>
    /// <param name="isRelaxed">Whether its commits do not wait for the disk; it then must never checkpoint.</param>
    /// <param name="patience">How long a lock is tried for. Default: 30 s.</param>
    public static SqliteDatabase OpenTarget(
        string path, TimeProvider time, CancellationToken cancellation, Action<string?>? heldUp = null,
        bool isRelaxed = false, TimeSpan? patience = null)
    {
        RefuseForeign(path, time, cancellation);
        OwnedFolder.Make(Path.GetDirectoryName(Path.GetFullPath(path))!);
        var database = SqliteDatabase.Open(
            new SqliteOptions
            {
                Path = path,
                Access = SqliteAccess.Create,
                OwnerOnly = true,
                RefuseNetworkFolder = true,
                Foreign = true,
                HeldUp = heldUp,
                Synchronous = isRelaxed ? SqliteSynchronous.Off : SqliteSynchronous.Full,
                Patience = patience ?? SqliteOptions.DefaultPatience,
            },
            time,
            cancellation);
        try
        {
            Limit(database);
            database.Execute($"PRAGMA journal_size_limit={WalBytesKept}");
            if (SqliteScalar.Long(database, "PRAGMA application_id") != ApplicationId)
            {
                database.BeginImmediate(cancellation);
                database.Execute($"PRAGMA application_id={ApplicationId}");
                database.Execute(SqliteScripts.Read("catalog"));
                database.Commit();
            }

            return database;
        }
        catch
        {
            database.Dispose();
            throw;
        }
    }

    /// <summary>Opens a file from anywhere, for reading only, trusting nothing in it.</summary>
    /// <exception cref="SqliteException">SQLite cannot open it.</exception>
    /// <exception cref="FileNotFoundException">There is no such file.</exception>
    /// <param name="path">The file.</param>
    /// <param name="time">The clock.</param>
    /// <param name="rowMax">Bytes that a value or row may have; more is SQLITE_TOOBIG, not memory.</param>
    /// <param name="cancellation">Ends the wait for a lock.</param>
    public static SqliteDatabase OpenSource(
        string path, TimeProvider time, long rowMax = int.MaxValue, CancellationToken cancellation = default)
    {
        if (!File.Exists(path))
        {
            throw new FileNotFoundException(
                Directory.Exists(path) ? $"'{path}' is a folder. Name the database file in it."
                    : $"There is no database file '{path}'. A relative path of a connection lies below "
                        + ".orchestrator/data: name a file that lies elsewhere by its full path. Where a load makes "
                        + "it, run that first.", path);
        }

        var database = SqliteDatabase.Open(new SqliteOptions { Path = path, Foreign = true }, time, cancellation);
        try
        {
            Limit(database);
            database.Execute("PRAGMA cell_size_check=1");
            _ = raw.sqlite3_limit(database.Handle, LimitLength, (int)Math.Min(rowMax, int.MaxValue));
            return database;
        }
        catch
        {
            database.Dispose();
            throw;
        }
    }

    private static void Limit(SqliteDatabase database)
    {
        // Sorts may be larger than memory; and no statement may reach another file.
        database.Execute("PRAGMA temp_store=FILE");
        _ = raw.sqlite3_limit(database.Handle, LimitAttached, 0);
    }

    private static void RefuseForeign(string path, TimeProvider time, CancellationToken cancellation)
    {
        var file = new FileInfo(path);
        if (!file.Exists || file.Length == 0)
        {
            return;
        }

        using var database = OpenSource(path, time, cancellation: cancellation);
        if (database.AtOneMoment(() => IsForeign(database), cancellation))
        {
            throw new UnusableFileException(
                $"'{path}' was not made by the engine, which opens such files for reading only. "
                + "Name a new file in the connection's `file`, or move this one away.");
        }
    }

    private static bool IsForeign(SqliteDatabase database) =>
        SqliteScalar.Long(database, "PRAGMA application_id") != ApplicationId
        && SqliteScalar.Long(database, "SELECT count(*) FROM sqlite_master") > 0;
}
