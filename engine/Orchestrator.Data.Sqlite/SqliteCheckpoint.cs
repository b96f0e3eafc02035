using Microsoft.Data.Sqlite;

namespace Orchestrator.Data.Sqlite;

/// <summary>
/// Copies a large write-ahead log into its file and cuts it, by whoever holds the file's writer turn: so that a stage
/// is not its tables, those of the night before and a log of both. SQLite does none of its own accord.
/// </summary>
internal static class SqliteCheckpoint
{
    private const long WalBytesMax = 8L << 20;
    private const long WalBytesMin = 512L << 10;
    private const long FileShare = 8;

    /// <summary>
    /// Does it where the log is large for its file; otherwise, or where somebody else holds the lock, does nothing.
    /// </summary>
    public static void WhenLarge(string file, TimeProvider time, CancellationToken cancellation)
    {
        var log = new FileInfo(file + "-wal");
        if (!log.Exists || log.Length < Math.Clamp(new FileInfo(file).Length / FileShare, WalBytesMin, WalBytesMax))
        {
            return;
        }

        try
        {
            // By a session that waits for the disk, whatever those that wrote did.
            using var copier = SqliteFiles.OpenTarget(file, time, cancellation);
            if (SqliteLibrary.CopiesBesideWriters)
            {
                CrashPoint.Around("sqlite.checkpoint", copier.CheckpointAndCut);
            }
            else
            {
                CopyUnderLock(file, copier, time, cancellation);
            }
        }
        catch (Exception fault) when (fault is SqliteException or OperationCanceledException)
        {
            // The rows are committed and on disk in the log; the next package copies them.
        }
    }

    // Such a library can damage the file when one connection writes while another copies.
    private static void CopyUnderLock(
        string file, SqliteDatabase copier, TimeProvider time, CancellationToken cancellation)
    {
        using var locker = SqliteFiles.OpenTarget(file, time, cancellation);
        locker.BeginImmediate(cancellation);
        copier.CheckpointUnderLockOfAnother();
        locker.Rollback();
    }
}
