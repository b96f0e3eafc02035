using Orchestrator.Data.Sqlite;

namespace Orchestrator.Ledger;

/// <summary>
/// Writes one run to the ledger, on a thread of its own. What was acknowledged is on disk. A turn is one commit, and
/// turns that queue up while the disk works become one commit together, in their order. After a failure nothing more
/// is written, and every turn is answered with that failure.
/// </summary>
public sealed class LedgerWriter : IDisposable
{
    private const long CheckpointPagesMax = 2048;

    private readonly LedgerLocation location;
    private readonly LedgerWait wait;
    private readonly SqliteDatabase database;
    private readonly StatementCache statements;
    private readonly Checkpointer checkpointer;
    private readonly RunWriting writing;
    private readonly WriteQueue queue = new();
    private readonly Thread thread;
    private RunLock? held;
    private long commits;
    private volatile LedgerException? failure;

    private LedgerWriter(LedgerLocation location, SqliteDatabase database, LedgerWait wait, TimeProvider time)
    {
        this.location = location;
        this.wait = wait;
        this.database = database;
        statements = new StatementCache(database);
        writing = new RunWriting(statements);
        checkpointer = new Checkpointer(location, database, time);
        thread = new Thread(Work) { Name = "ledger", IsBackground = true };
        thread.Start();
    }

    /// <summary>Commits so far: at most one per turn.</summary>
    public long Commits => Interlocked.Read(ref commits);

    /// <summary>Why nothing more is written; null = all is well. The run must stop.</summary>
    public LedgerException? Failure => failure;

    /// <summary>Opens the ledger, and makes it where it is missing (folders 0700, files 0600 on Unix).</summary>
    /// <exception cref="LedgerException">It cannot be opened, is newer, no ledger, or on a network folder.</exception>
    /// <exception cref="OperationCanceledException">The wait for a locked ledger was ended; so also
    /// <see cref="FindEndedUnexpectedly"/> and <see cref="Begin"/>.</exception>
    public static LedgerWriter Open(LedgerLocation location, TimeProvider time, LedgerPatience? patience = null)
    {
        var wait = new LedgerWait(patience ?? new LedgerPatience(), time);
        return new LedgerWriter(location, LedgerFile.OpenForWriting(location, time, wait), wait, time);
    }

    /// <summary>
    /// Ends the runs that died without saying so: those without an end whose lock nobody holds. Their packages at
    /// work become EndedUnexpectedly, what had not begun Blocked. Call it with the lock, before <see cref="Begin"/>.
    /// </summary>
    /// <returns>The runs as they stand now; each is found once.</returns>
    /// <exception cref="LedgerException">ORC4104.</exception>
    public IReadOnlyList<RunRecord> FindEndedUnexpectedly(RunLock held)
    {
        IReadOnlyList<RunRecord> found = [];
        using var dead = new DeadRuns(location, statements, held);
        RunAndWait(() => found = dead.Close());
        return found;
    }

    /// <summary>Records the beginning of a run and its nodes, all Pending, and says so in the lock.</summary>
    /// <returns>The run's number.</returns>
    /// <exception cref="LedgerException">ORC4104.</exception>
    public long Begin(RunBeginning beginning, RunLock held)
    {
        RunAndWait(() => writing.Begin(beginning, LastRowId));
        this.held = held;
        wait.End();
        held.Announce(new RunHolder(writing.Run, beginning.Origin, beginning.Started));
        queue.Add(new Write(() => { }, _ => checkpointer.Checkpoint()) { NeedsCommit = false });
        return writing.Run;
    }

    /// <summary>
    /// Records a turn of the run's loop and returns at once. The answer comes on the ledger's thread, in order, and
    /// must be quick and not throw; packages start only after it.
    /// </summary>
    public void Record(LedgerTurn turn, Action<TurnReceipt> acknowledged)
    {
        List<AttemptBegun> begun = [];
        queue.Add(new Write(
            () => writing.Write(turn, begun, LastRowId),
            failed => acknowledged(new TurnReceipt(failed is null ? begun : [], failed))));
    }

    /// <summary>Records a turn and waits until it is on disk.</summary>
    /// <exception cref="LedgerException">ORC4104.</exception>
    public TurnReceipt Record(LedgerTurn turn)
    {
        List<AttemptBegun> begun = [];
        RunAndWait(() => writing.Write(turn, begun, LastRowId));
        return new TurnReceipt(begun, null);
    }

    /// <summary>
    /// Writes what is queued, checkpoints, and closes the file. Dispose it before the run's lock.
    /// </summary>
    public void Dispose()
    {
        if (!thread.IsAlive)
        {
            return;
        }

        queue.Close();
        thread.Join();
        queue.Dispose();
        checkpointer.Dispose();
        statements.Dispose();
        database.Dispose();
    }

    private void RunAndWait(Action write)
    {
        using var written = new ManualResetEventSlim();
        LedgerException? failed = null;
        queue.Add(new Write(write, outcome =>
        {
            failed = outcome;
            written.Set();
        }));
        written.Wait();
        if (failed?.InnerException is OperationCanceledException stopped)
        {
            throw new OperationCanceledException(stopped.Message, stopped, stopped.CancellationToken);
        }

        if (failed is not null)
        {
            throw new LedgerException(failed.Code, failed.Message, failed);
        }
    }

    private void Work()
    {
        while (queue.Take() is { Count: > 0 } writes)
        {
            Commit(writes);
            foreach (var write in writes)
            {
                write.Done(failure);
            }

            if (held is not null && failure is null && checkpointer.PagesWritten >= CheckpointPagesMax)
            {
                checkpointer.Checkpoint();
            }
        }

        if (held is not null && failure is null)
        {
            checkpointer.Checkpoint();
        }
    }

    private void Commit(IReadOnlyList<Write> writes)
    {
        if (failure is not null || !writes.Any(write => write.NeedsCommit))
        {
            return;
        }

        try
        {
            RefuseWithoutFile();
            database.BeginImmediate(wait.Cancellation);
            foreach (var write in writes)
            {
                write.Perform();
            }

            database.Commit();
            Interlocked.Increment(ref commits);
        }
#pragma warning disable CA1031 // Whatever happens here must reach the run, not end this thread.
        catch (Exception error)
#pragma warning restore CA1031
        {
            database.Rollback();
            failure = LedgerFaults.CannotWrite(location, error);
        }
    }

    /// <summary>What is written into a file that was removed is gone when the last process closes it.</summary>
    private void RefuseWithoutFile()
    {
        if (!File.Exists(location.File))
        {
            throw new FileNotFoundException("the file was removed.");
        }
    }

    private long LastRowId() => SQLitePCL.raw.sqlite3_last_insert_rowid(database.Handle);
}
