using Microsoft.Data.Sqlite;

namespace Orchestrator.Data.Sqlite;

/// <summary>
/// Copies a large write-ahead log into its file, by whoever holds the file's writer turn. SQLite does none of its own
/// accord, because it can damage the file when one connection writes while another copies.
/// </summary>
internal static class SqliteCheckpoint
{
    private const long WalBytesMax = 8L << 20;

    /// <summary>
    /// Does it where the log is large; otherwise, or where somebody else holds the lock, does nothing.
    /// </summary>
    public static void WhenLarge(string file, TimeProvider time, CancellationToken cancellation)
    {
        var log = new FileInfo(file + "-wal");
        if (!log.Exists || log.Length < WalBytesMax)
        {
            return;
        }

        try
        {
            using var locker = SqliteFiles.OpenTarget(file, time, cancellation);
            using var copier = SqliteFiles.OpenTarget(file, time, cancellation);
            locker.BeginImmediate(cancellation);
            copier.CheckpointUnderLockOfAnother();
            locker.Rollback();
        }
        catch (Exception fault) when (fault is SqliteException or OperationCanceledException)
        {
            // The rows are committed and on disk in the log; the next package copies them.
        }
    }
}
