using Microsoft.Data.Sqlite;
using SQLitePCL;

namespace Orchestrator.Data.Sqlite;

/// <summary>
/// One connection to a database file, by the rules that keep a file whole: WAL where we may write, no pool, no
/// checkpoint but an explicit one, write locks by own polling. Used by one thread at a time.
/// </summary>
public sealed class SqliteDatabase : IDisposable
{
    private const int DoubleQuotedTexts = 1013;

    private readonly SqliteOptions _options;
    private readonly TimeProvider _time;

    private SqliteDatabase(SqliteOptions options, TimeProvider time, SqliteConnection connection)
    {
        _options = options;
        _time = time;
        Connection = connection;
        Interruption = new Interruption(() => raw.sqlite3_interrupt(Handle), time);
    }

    /// <summary>The client's connection, open.</summary>
    public SqliteConnection Connection { get; }

    /// <summary>The handle for the raw bindings.</summary>
    public sqlite3 Handle => Connection.Handle!;

    /// <summary>Stops what the connection is doing, from any thread; who waits gets SQLITE_INTERRUPT.</summary>
    public Interruption Interruption { get; }

    /// <summary>Path of the file.</summary>
    public string Path => _options.Path;

    /// <summary>Opens the file and sets what every connection of ours has.</summary>
    /// <exception cref="SqliteException">The file cannot be opened, is no database, or stays locked.</exception>
    /// <exception cref="IOException">It lies on a network folder and the options refuse that.</exception>
    /// <exception cref="OperationCanceledException">The token fired while a lock was waited for.</exception>
    public static SqliteDatabase Open(
        SqliteOptions options, TimeProvider time, CancellationToken cancellation = default)
    {
        SqliteLibrary.Load();
        if (options.RefuseNetworkFolder)
        {
            NetworkFolder.Refuse(options.Path);
        }

        // What is there without bytes may be a device, whose rights belong to the whole machine.
        var before = new FileInfo(options.Path);
        options = before is { Exists: true, Length: 0 } ? options with { OwnerOnly = false } : options;
        var connection = new SqliteConnection(ConnectionString(options));
        try
        {
            connection.Open();
            var database = new SqliteDatabase(options, time, connection);
            database.Prepare(cancellation);
            return database;
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }

    /// <summary>
    /// Takes the write lock of the file: BEGIN IMMEDIATE, asked for every 1 to 2 ms, because SQLite's own waiting
    /// sleeps for seconds and starves beside short transactions.
    /// </summary>
    /// <exception cref="SqliteException">SQLITE_BUSY: others held the lock for the whole patience.</exception>
    /// <exception cref="OperationCanceledException">The token fired while waiting.</exception>
    public void BeginImmediate(CancellationToken cancellation) =>
        UntilNotBusy(() => raw.sqlite3_exec(Handle, "BEGIN IMMEDIATE"), cancellation);

    /// <summary>
    /// Begins a transaction in which all reads see the same state. Waits for whoever makes the file a WAL one, or
    /// rebuilds the index of its WAL, and so is alone for a moment.
    /// </summary>
    /// <exception cref="SqliteException">The file is no database, or stays locked for the whole patience.</exception>
    /// <exception cref="OperationCanceledException">The token fired while waiting.</exception>
    public void BeginReading(CancellationToken cancellation = default)
    {
        Execute("BEGIN");
        try
        {
            UntilNotBusy(Look, cancellation);
        }
        catch
        {
            Rollback();
            throw;
        }
    }

    /// <summary>
    /// Asks several things of one state of the file, which another process may be making at this moment.
    /// </summary>
    /// <exception cref="SqliteException">The file is no database, or stays locked for the whole patience.</exception>
    /// <exception cref="OperationCanceledException">The token fired while waiting.</exception>
    public T AtOneMoment<T>(Func<T> ask, CancellationToken cancellation = default)
    {
        BeginReading(cancellation);
        try
        {
            return ask();
        }
        finally
        {
            Rollback();
        }
    }

    /// <summary>Commits the transaction; with Full it is on disk when this returns.</summary>
    /// <exception cref="SqliteException">It could not be committed.</exception>
    /// <exception cref="IOException">The file was removed meanwhile, and what was written with it.</exception>
    public void Commit()
    {
        Execute("COMMIT");
        if (SqliteNative.HasMoved(Handle))
        {
            throw new IOException(
                $"The database file '{Path}' was removed or replaced while it was written to, and with it what was "
                + "written. See who does that, and run it again.");
        }
    }

    /// <summary>Rolls back where a transaction is open; otherwise does nothing. Nobody interrupts it.</summary>
    public void Rollback() => Interruption.Spare(() =>
    {
        if (raw.sqlite3_get_autocommit(Handle) == 0)
        {
            _ = raw.sqlite3_exec(Handle, "ROLLBACK");
        }
    });

    /// <summary>Runs a statement that returns nothing, without waiting for locks.</summary>
    /// <exception cref="SqliteException">SQLite refused it.</exception>
    public void Execute(string sql) => Check(raw.sqlite3_exec(Handle, sql));

    /// <summary>
    /// Copies what is in the WAL into the file, as far as readers allow. The caller holds the file's write lock on
    /// another connection, so that nobody writes meanwhile; the next writer starts the WAL anew if all was copied.
    /// </summary>
    /// <returns>Whether all of it was copied.</returns>
    /// <exception cref="SqliteException">SQLite refused it.</exception>
    public bool CheckpointUnderLockOfAnother()
    {
        Check(raw.sqlite3_wal_checkpoint_v2(
            Handle, "main", raw.SQLITE_CHECKPOINT_PASSIVE, out var frames, out var copied));
        return frames == copied;
    }

    /// <summary>
    /// Copies what is in the WAL into the file and cuts it to nothing, under the file's write lock. Where somebody
    /// writes or reads, it copies what it may and cuts nothing. Only for a library that copies beside writers.
    /// </summary>
    /// <returns>Whether it was cut.</returns>
    /// <exception cref="SqliteException">SQLite refused it.</exception>
    public bool CheckpointAndCut()
    {
        var code = raw.sqlite3_wal_checkpoint_v2(Handle, "main", raw.SQLITE_CHECKPOINT_TRUNCATE, out _, out _);
        if (!IsBusy(code))
        {
            Check(code);
        }

        return !IsBusy(code);
    }

    public void Dispose()
    {
        Interruption.Dispose();
        Connection.Dispose();
    }

    private static string ConnectionString(SqliteOptions options) => new SqliteConnectionStringBuilder
    {
        DataSource = options.Path,
        Pooling = false,
        Cache = SqliteCacheMode.Private,
        Mode = options.Access switch
        {
            SqliteAccess.ReadOnly => SqliteOpenMode.ReadOnly,
            SqliteAccess.ReadWrite => SqliteOpenMode.ReadWrite,
            _ => SqliteOpenMode.ReadWriteCreate,
        },
    }.ToString();

    private void Prepare(CancellationToken cancellation)
    {
        if (_options.OwnerOnly && _options.Access == SqliteAccess.Create && !OperatingSystem.IsWindows())
        {
            // By path, never through a handle: closing a handle to a live file would drop SQLite's locks.
            File.SetUnixFileMode(Path, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        }

        Check(raw.sqlite3_busy_timeout(Handle, 0));
        // Else a misspelt column in double quotes would be a text, the same in every row.
        Configure(DoubleQuotedTexts, 0);
        Configure(raw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1);
        if (_options.Foreign)
        {
            Configure(raw.SQLITE_DBCONFIG_DEFENSIVE, 1);
            Configure(raw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0);
        }

        Execute("PRAGMA temp_store=MEMORY");
        if (_options.Access == SqliteAccess.ReadOnly)
        {
            Execute("PRAGMA query_only=1");
            // The first to read a WAL that nobody has open rebuilds its index, and is alone while it does.
            UntilNotBusy(Look, cancellation);
            return;
        }

        UntilNotBusy(() => raw.sqlite3_exec(Handle, "PRAGMA journal_mode=WAL"), cancellation);
        // Somebody who reads may be building the index of the new WAL; once we have it open, nobody builds it again.
        UntilNotBusy(Look, cancellation);
        Execute("PRAGMA wal_autocheckpoint=0");
        Execute(_options.Synchronous switch
        {
            SqliteSynchronous.Off => "PRAGMA synchronous=OFF",
            SqliteSynchronous.Normal => "PRAGMA synchronous=NORMAL",
            _ => "PRAGMA synchronous=FULL",
        });
    }

    private int Look()
    {
        const string look = "SELECT 1 FROM sqlite_master LIMIT 1";
        var code = raw.sqlite3_exec(Handle, look);
        // The code that is returned does not say which kind it is of.
        if (code == raw.SQLITE_OK || raw.sqlite3_extended_errcode(Handle) != raw.SQLITE_READONLY_ROLLBACK)
        {
            return code;
        }

        // A process died in the middle of a transaction that has a journal of its own, as the one that makes a file a
        // WAL one. Whoever may write takes it back by looking.
        using (var writer = new SqliteConnection(ConnectionString(_options with { Access = SqliteAccess.ReadWrite })))
        {
            writer.Open();
            Check(raw.sqlite3_db_config(writer.Handle, raw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, out _));
            Check(raw.sqlite3_busy_timeout(writer.Handle, 0));
            _ = raw.sqlite3_exec(writer.Handle, look);
        }

        return raw.sqlite3_exec(Handle, look);
    }

    private void Configure(int option, int value) =>
        Check(raw.sqlite3_db_config(Handle, option, value, out _));

    private void UntilNotBusy(Func<int> attempt, CancellationToken cancellation)
    {
        var code = attempt();
        if (IsBusy(code))
        {
            // Before it is told: who hears of the wait may count on it having begun.
            var begun = _time.GetTimestamp();
            _options.HeldUp?.Invoke($"{System.IO.Path.GetFileName(Path)}, held by another process");
            try
            {
                code = AskAgain(attempt, begun, cancellation);
            }
            finally
            {
                _options.HeldUp?.Invoke(null);
            }
        }

        Check(code);
    }

    private int AskAgain(Func<int> attempt, long begun, CancellationToken cancellation)
    {
        int code;
        do
        {
            // Jitter, so that two pollers do not stay in step.
            cancellation.WaitHandle.WaitOne(TimeSpan.FromMilliseconds(1 + Random.Shared.NextDouble()));
            cancellation.ThrowIfCancellationRequested();
            code = attempt();
        }
        while (IsBusy(code) && _time.GetElapsedTime(begun) < _options.Patience);
        return code;
    }

    private static bool IsBusy(int code) => (code & 0xff) is raw.SQLITE_BUSY or raw.SQLITE_LOCKED;

    private void Check(int code) => SqliteException.ThrowExceptionForRC(code, Handle);
}
