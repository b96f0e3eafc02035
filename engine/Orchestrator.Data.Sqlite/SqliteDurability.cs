using Microsoft.Data.Sqlite;
using Orchestrator.Data.Durability;

namespace Orchestrator.Data.Sqlite;

/// <summary>
/// Looks after the durability of a file whose sessions may be relaxed (`synchronous=OFF`). Nothing outlives a session,
/// so that there is nothing to restore.
/// </summary>
internal sealed class SqliteDurability : IDurability
{
    private readonly SqliteDatabase _database;
    private readonly List<IDisposable> _locks = [];

    private SqliteDurability(SqliteDatabase database, string file)
    {
        _database = database;
        Database = new SqliteSession(database);
        Identity = new DatabaseIdentity(Environment.MachineName, file);
    }

    public IDatabase Database { get; }

    public DatabaseIdentity Identity { get; }

    public bool ChangesDatabase => false;

    public string RelaxedSetting => "";

    /// <summary>Opens the file; a lock is waited for until the use's token fires.</summary>
    public static SqliteDurability Open(DatabaseAddress address, DatabaseUse use)
    {
        var database = SqliteFiles.OpenTarget(
            address.File, use.Time, use.Cancellation, use.HeldUp, patience: TimeSpan.MaxValue);
        return new SqliteDurability(database, RealPath.Follow(address.File));
    }

    public string Setting() => "";

    public IReadOnlyList<DurabilityObstacle> Obstacles() => [];

    public void Change(string setting, CancellationToken cancellation) =>
        throw new InvalidOperationException("SQLite has no setting of a database that could be changed.");

    public IDisposable? TryLock(string name)
    {
        var taken = SqliteLockFile.TryTake(Identity.Database, name);
        _locks.AddRange(taken is null ? [] : [taken]);
        return taken;
    }

    /// <summary>
    /// Commits a changed row with `synchronous=FULL`: that brings the whole write-ahead log to disk, with all that
    /// others have appended to it, and nothing is in the file itself that was not: no session that is relaxed copies
    /// the log into it. A commit that changes nothing, or a checkpoint of what was copied before, would do nothing.
    /// </summary>
    /// <exception cref="SqliteException">SQLite could not do it.</exception>
    public void Flush(CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        _database.BeginImmediate(cancellation);
        try
        {
            _database.Execute(SqliteScripts.Read("make_flushes"));
            _database.Execute(SqliteScripts.Read("flush"));
            CrashPoint.Around("sqlite.flush", _database.Commit);
        }
        catch
        {
            _database.Rollback();
            throw;
        }
    }

    public void Dispose()
    {
        _locks.ForEach(held => held.Dispose());
        SqliteLockFile.Sweep(Identity.Database);
        _database.Dispose();
    }
}
