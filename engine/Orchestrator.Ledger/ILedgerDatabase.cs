namespace Orchestrator.Ledger;

/// <summary>
/// One connection to a ledger's database, used by one thread at a time: all that the ledger needs of a database. What
/// it commits is on disk.
/// </summary>
internal interface ILedgerDatabase : IDisposable
{
    /// <summary>Its dialect.</summary>
    LedgerSql Sql { get; }

    /// <summary>The statement of that name in the database's dialect.</summary>
    Statement Prepare(string name);

    /// <summary>A statement that <see cref="CopyDialect"/> has written.</summary>
    Statement Write(string sql);

    /// <summary>The version of the schema.</summary>
    long Version { get; }

    /// <summary>Bytes that it takes.</summary>
    long Bytes { get; }

    /// <summary>What the ledger's clock says: the server's since 1970, or the machine's since its boot.</summary>
    TimeSpan Now { get; }

    /// <summary>Name of this process's sessions there; of a file, what tells its ways to it from those of others.
    /// </summary>
    string Session { get; }

    /// <summary>Whether it is reached over sessions, which can be lost and ended.</summary>
    bool HasSessions { get; }

    /// <summary>Begins a transaction that writes; a connection that was lost is made anew.</summary>
    /// <exception cref="OperationCanceledException">The token fired while waiting for a lock.</exception>
    void BeginWriting(CancellationToken cancellation);

    /// <summary>Begins a transaction that writes, beside which nothing else is written: no run can begin.</summary>
    /// <exception cref="OperationCanceledException">The token fired while waiting for a lock.</exception>
    void BeginAlone(CancellationToken cancellation);

    /// <summary>Begins a transaction in which everything that is read is of one moment.</summary>
    void BeginReading();

    void Commit();

    /// <summary>Rolls back where a transaction is open; otherwise does nothing. Never throws.</summary>
    void Rollback();

    /// <summary>
    /// Whether doing it again may help: the connection was lost, or somebody was in the way. Whether a commit that
    /// failed so has happened is not known.
    /// </summary>
    bool MayTryAgain(Exception error) => false;

    /// <summary>
    /// What is damaged in it, as the database itself says, some of it; none where a server looks after that.
    /// </summary>
    /// <exception cref="OperationCanceledException">The token fired before all was looked at.</exception>
    IReadOnlyList<string> Damage(CancellationToken cancellation) => [];

    /// <summary>Done from time to time by a run that has the lock of its batch.</summary>
    /// <param name="isDue">Whether it is time for it however little was written.</param>
    void Checkpoint(bool isDue)
    {
    }
}
