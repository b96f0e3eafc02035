using Microsoft.Data.Sqlite;
using Orchestrator.Data.Sqlite;

namespace Orchestrator.Lab.Monitoring;

/// <summary>
/// Copies a large write-ahead log into the file while the writer's connection holds the lock, so that nobody writes
/// meanwhile: SQLite does none of its own accord here.
/// </summary>
internal static class MonitorCheckpoint
{
    /// <summary>Does it where the log is large; what readers still need is left for the next time.</summary>
    public static void WhenLarge(SqliteDatabase writer, long bytes, TimeProvider time)
    {
        var log = new FileInfo(writer.Path + "-wal");
        if (!log.Exists || log.Length < bytes)
        {
            return;
        }

        try
        {
            using var copier = SqliteDatabase.Open(
                new SqliteOptions
                {
                    Path = writer.Path,
                    Access = SqliteAccess.ReadWrite,
                    RefuseNetworkFolder = true,
                    Synchronous = SqliteSynchronous.Normal,
                },
                time);
            writer.BeginImmediate(CancellationToken.None);
            copier.CheckpointUnderLockOfAnother();
        }
        catch (SqliteException)
        {
            // Nothing is lost: the rows are in the log.
        }
        finally
        {
            writer.Rollback();
        }
    }
}
