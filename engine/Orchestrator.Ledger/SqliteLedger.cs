using Microsoft.Data.Sqlite;
using Orchestrator.Data.Sqlite;
using Orchestrator.Ledger.Leases;

namespace Orchestrator.Ledger;

/// <summary>A ledger in a SQLite file.</summary>
internal sealed class SqliteLedger(LedgerLocation location, SqliteDatabase database, TimeProvider time)
    : ILedgerDatabase
{
    private const long CheckpointPagesMax = 2048;

    private readonly Checkpointer _checkpointer = new(location, database, time);

    /// <summary>The connection.</summary>
    public SqliteDatabase Database => database;

    public LedgerSql Sql => LedgerSql.Sqlite;

    public Statement Prepare(string name) => Write(Sql.Of(name));

    public Statement Write(string sql) => new SqliteLedgerStatement(database, sql);

    public long Version => LedgerFile.Pragma(database, "PRAGMA user_version");

    public long Bytes =>
        (long)LedgerFile.Pragma(database, "PRAGMA page_count") * LedgerFile.Pragma(database, "PRAGMA page_size");

    public TimeSpan Now => MachineProcess.Now;

    public string Session => location.Session;

    public bool HasSessions => false;

    public void BeginWriting(CancellationToken cancellation)
    {
        // What is written into a file that was removed is gone when the last process closes it.
        if (!File.Exists(location.File))
        {
            throw new FileNotFoundException("the file was removed.");
        }

        database.BeginImmediate(cancellation);
    }

    public void BeginAlone(CancellationToken cancellation) => BeginWriting(cancellation);

    public void BeginReading() => database.BeginReading();

    public void Commit() => database.Commit();

    public void Rollback() => database.Rollback();

    public IReadOnlyList<string> Damage(CancellationToken cancellation) =>
        LedgerDamage.Of(database, cancellation);

    public void Checkpoint(bool isDue)
    {
        if (isDue || _checkpointer.PagesWritten >= CheckpointPagesMax)
        {
            _checkpointer.Checkpoint();
        }
    }

    public void Dispose()
    {
        _checkpointer.Dispose();
        database.Dispose();
    }
}

/// <summary>Ledgers in SQLite files; their locks are those of the operating system.</summary>
internal sealed class SqliteLedgers : ILedgerPlatform
{
    public static SqliteLedgers Instance { get; } = new();

    public ILedgerDatabase OpenForWriting(LedgerLocation location, TimeProvider time, LedgerWait wait) =>
        new SqliteLedger(location, LedgerFile.OpenForWriting(location, time, wait), time);

    public ILedgerDatabase? OpenForReading(LedgerLocation location, TimeProvider time) =>
        LedgerFile.OpenForReading(location, time) is { } database ? new SqliteLedger(location, database, time) : null;

    public long VersionOf(LedgerLocation location, TimeProvider time)
    {
        using var database = OpenForReading(location, time);
        return database?.Version ?? 0;
    }

    public RunLock? TryLock(LedgerLocation location, string batch, string environment) =>
        FileRunLock.TryAcquire(location, batch, environment);

    public bool IsLocked(LedgerLocation location, string batch, string environment) =>
        FileRunLock.IsTaken(location, batch, environment);

    public long EndSessions(LedgerLocation location, string session) => 0;

    public string? Explain(Exception error) => error is SqliteException ? error.Message : null;
}
