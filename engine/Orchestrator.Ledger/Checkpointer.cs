using Microsoft.Data.Sqlite;
using Orchestrator.Data;
using Orchestrator.Data.Sqlite;
using SQLitePCL;

namespace Orchestrator.Ledger;

/// <summary>
/// Copies the WAL into the ledger's file while the writer's connection holds the write lock, so that no process
/// writes during a checkpoint: older SQLite libraries can corrupt a WAL otherwise.
/// </summary>
internal sealed class Checkpointer(LedgerLocation location, SqliteDatabase writer, TimeProvider time) : IDisposable
{
    private const int CacheWrites = 9;

    private SqliteDatabase? _second;

    /// <summary>Pages that the writer added to the WAL since the last checkpoint.</summary>
    public long PagesWritten
    {
        get
        {
            _ = raw.sqlite3_db_status(writer.Handle, CacheWrites, out var pages, out _, 0);
            return pages;
        }
    }

    /// <summary>Does its best: what readers still need, or a refusal, is left for the next time.</summary>
    public void Checkpoint()
    {
        try
        {
            _second ??= SqliteDatabase.Open(
                new SqliteOptions { Path = location.File, Access = SqliteAccess.ReadWrite, RefuseNetworkFolder = true },
                time);
            writer.BeginImmediate(CancellationToken.None);
            _ = CrashPoint.Around("ledger.checkpoint", _second.CheckpointUnderLockOfAnother);
            _ = raw.sqlite3_db_status(writer.Handle, CacheWrites, out _, out _, 1);
        }
        catch (SqliteException)
        {
            // Nothing is lost: the rows are durable in the WAL, and a file that is broken fails the next commit.
        }
        finally
        {
            writer.Rollback();
        }
    }

    public void Dispose() => _second?.Dispose();
}
