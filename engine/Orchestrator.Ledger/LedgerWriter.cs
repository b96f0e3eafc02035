using Orchestrator.Data;
using Orchestrator.Data.Evidence;
using Orchestrator.Engine.Lease;
using Orchestrator.Ledger.Leases;

namespace Orchestrator.Ledger;

/// <summary>
/// Writes one run to the ledger, on a thread of its own. What was acknowledged is on disk. A turn is one commit, and
/// turns that queue up while the disk works become one commit together, in their order. A server that is lost is asked
/// again for a while. After a failure nothing more is written, and every turn is answered with that failure.
/// </summary>
public sealed class LedgerWriter : IDisposable
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(200);

    private readonly LedgerLocation location;
    private readonly LedgerWait wait;
    private readonly LedgerPatience patience;
    private readonly TimeProvider time;
    private readonly ILedgerDatabase database;
    private readonly StatementCache statements;
    private readonly RunWriting writing;
    private readonly WriteQueue queue = new();
    private readonly Thread thread;
    private RunLock? held;
    private RunLock? claimed;
    private long commits;
    private long committing;
    private volatile LedgerException? failure;

    private LedgerWriter(
        LedgerLocation location, ILedgerDatabase database, LedgerPatience patience, LedgerWait wait, TimeProvider time)
    {
        (this.location, this.database, this.patience) = (location, database, patience);
        (this.wait, this.time) = (wait, time);
        statements = new StatementCache(database);
        writing = new RunWriting(statements);
        thread = new Thread(Work) { Name = "ledger", IsBackground = true };
        thread.Start();
    }

    /// <summary>Commits so far: at most one per turn.</summary>
    public long Commits => Interlocked.Read(ref commits);

    /// <summary>How long it has been at the commit that it is at; zero = it is at none.</summary>
    internal TimeSpan Unwritten =>
        Interlocked.Read(ref committing) is var began and > 0 ? time.GetElapsedTime(began) : TimeSpan.Zero;

    /// <summary>Why nothing more is written; null = all is well. The run must stop.</summary>
    public LedgerException? Failure => failure;

    /// <summary>How long the right to run lasts unless it is renewed.</summary>
    public LeaseTerms Terms => patience.Lease;

    /// <summary>Done on the ledger's thread before anything is written.</summary>
    internal Action? BeforeCommit { get; set; }

    /// <summary>Opens the ledger, and makes it where it is missing (folders 0700, files 0600 on Unix).</summary>
    /// <exception cref="LedgerException">It cannot be opened, is newer, no ledger, or on a network folder.</exception>
    /// <exception cref="OperationCanceledException">The wait for a locked ledger was ended; so also
    /// <see cref="FindEndedUnexpectedly"/> and <see cref="Begin"/>.</exception>
    public static LedgerWriter Open(LedgerLocation location, TimeProvider time, LedgerPatience? patience = null)
    {
        patience ??= new LedgerPatience();
        var wait = new LedgerWait(patience, time);
        return new LedgerWriter(location, location.OpenForWriting(time, wait), patience, wait, time);
    }

    /// <summary>Records who has the right to run, before the run has a number: call it with the lock.</summary>
    /// <exception cref="LedgerException">ORC4104. ORC4120: the lock was lost meanwhile.</exception>
    public void Claim(RunLock held) => RunAndWait(() => Claim(held, run: 0));

    /// <summary>
    /// Ends the runs that died without saying so: those without an end whose lock nobody holds. Their packages at
    /// work become EndedUnexpectedly, what had not begun Blocked. Call it with the lock, before <see cref="Begin"/>.
    /// </summary>
    /// <param name="held">The lock.</param>
    /// <param name="promised">Told the number of each before it is ended; must be quick and not throw.</param>
    /// <returns>The runs as they stand now; each is found once.</returns>
    /// <exception cref="LedgerException">ORC4104. ORC4120: the lock was lost meanwhile.</exception>
    public IReadOnlyList<RunRecord> FindEndedUnexpectedly(RunLock held, Action<long>? promised = null)
    {
        IReadOnlyList<RunRecord> found = [];
        using var dead = new DeadRuns(location, database, statements, held, promised);
        // Again after a commit without an answer: what it closed is not found any more.
        RunAndWait(() =>
        {
            found = [.. found.Concat(dead.Close()).DistinctBy(run => run.Number)];
            MakeSureOf(held);
            CrashPoint.Pass("ledger.dead.before");
        });
        CrashPoint.Pass("ledger.dead.after");
        return found;
    }

    /// <summary>Records the beginning of a run and its nodes, all Pending, and says so in the lock.</summary>
    /// <returns>The run's number.</returns>
    /// <exception cref="LedgerException">ORC4104. ORC4120: the lock was lost meanwhile.</exception>
    public long Begin(RunBeginning beginning, RunLock held)
    {
        var id = Guid.CreateVersion7(beginning.Started);
        RunAndWait(() =>
        {
            Claim(held, writing.Begin(beginning, id));
            // Last, because from the commit on it is the number of commits that tells whether another run has begun.
            MakeSureOf(held);
            CrashPoint.Pass("ledger.begin.before");
        });
        CrashPoint.Pass("ledger.begin.after");
        this.held = held;
        wait.End();
        queue.Add(new Write(() => { }, _ => database.Checkpoint(isDue: true)) { NeedsCommit = false });
        return writing.Run;
    }

    /// <summary>Records what the run is about to do to the durability of a database; its number.</summary>
    /// <exception cref="LedgerException">ORC4104.</exception>
    public long Open(ScopeRecord scope)
    {
        var number = 0L;
        RunAndWait(() =>
        {
            number = ScopeStatements.Insert(statements, scope);
            CrashPoint.Pass("ledger.scope.intent");
        });
        return number;
    }

    /// <summary>Records what a scope of the run has become.</summary>
    /// <exception cref="LedgerException">ORC4104.</exception>
    public void Change(ScopeRecord scope)
    {
        RunAndWait(() =>
        {
            ScopeStatements.Update(statements, scope);
            CrashPoint.Pass("ledger.scope.before");
        });
        CrashPoint.Pass("ledger.scope.after");
    }

    /// <summary>
    /// Records what has happened in the databases that the run writes, also after its end. Totals take the place of
    /// those before, samples come to those before.
    /// </summary>
    /// <exception cref="LedgerException">ORC4104.</exception>
    public void Observe(IReadOnlyList<DatabaseEvidence> databases) => RunAndWait(() =>
    {
        foreach (var database in databases)
        {
            EvidenceStatements.Insert(statements, writing.Run, database);
        }

        CrashPoint.Pass("ledger.evidence");
    });

    /// <summary>In which scope each node's attempts are; call it before the first turn.</summary>
    public void Relax(IReadOnlyDictionary<int, long> scopes) => writing.Scopes = scopes;

    /// <summary>
    /// Records a turn of the run's loop and returns at once. The answer comes on the ledger's thread, in order, and
    /// must be quick and not throw; packages start only after it.
    /// </summary>
    public void Record(LedgerTurn turn, Action<TurnReceipt> acknowledged)
    {
        List<AttemptBegun> begun = [];
        queue.Add(new Write(
            () => Perform(turn, begun),
            failed => Acknowledge(turn, new TurnReceipt(failed is null ? begun : [], failed), acknowledged)));
    }

    /// <summary>Records a turn and waits until it is on disk.</summary>
    /// <exception cref="LedgerException">ORC4104.</exception>
    public TurnReceipt Record(LedgerTurn turn)
    {
        List<AttemptBegun> begun = [];
        RunAndWait(() => Perform(turn, begun));
        return new TurnReceipt(begun, null);
    }

    /// <summary>
    /// Writes what is queued, gives the lease back, checkpoints, and closes the file. Dispose it before the run's
    /// lock.
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

            if (held is not null && failure is null)
            {
                database.Checkpoint(isDue: false);
            }
        }

        Release();
        if (held is not null && failure is null)
        {
            database.Checkpoint(isDue: true);
        }
    }

    // Where it cannot be given back, it ends by itself.
    private void Release()
    {
        if (claimed is { } ours && failure is null)
        {
            CrashPoint.Around("lease.release", () =>
                Commit([new Write(() => LeaseStatements.Release(database, statements, ours), _ => { })]));
        }
    }

    private void Claim(RunLock ours, long run)
    {
        LeaseStatements.Claim(database, statements, ours, Terms, run);
        claimed = ours;
        if (run == 0)
        {
            MakeSureOf(ours);
        }
    }

    private void Commit(IReadOnlyList<Write> writes)
    {
        if (failure is not null || !writes.Any(write => write.NeedsCommit))
        {
            return;
        }

        var began = time.GetTimestamp();
        Interlocked.Exchange(ref committing, began);
        for (var isAgain = false; !TryCommit(writes, isAgain, began); isAgain = true)
        {
            CancellationToken.None.WaitHandle.WaitOne(Pause);
        }

        Interlocked.Exchange(ref committing, 0);
    }

    /// <summary>Whether it is done, for good or ill.</summary>
    private bool TryCommit(IReadOnlyList<Write> writes, bool isAgain, long began)
    {
        try
        {
            BeforeCommit?.Invoke();
            database.BeginWriting(wait.Cancellation);
            if (writing.NextCommit())
            {
                if (isAgain && held is not null)
                {
                    MakeSureOf(held);
                }

                writing.TakeBack();
                foreach (var write in writes)
                {
                    write.Perform();
                }

                database.Commit();
            }

            writing.Keep();
            Interlocked.Increment(ref commits);
            return true;
        }
#pragma warning disable CA1031 // Whatever happens here must reach the run, not end this thread.
        catch (Exception error)
#pragma warning restore CA1031
        {
            var mayHelp = (error.InnerException is LockHeldException || database.MayTryAgain(error))
                && !wait.Cancellation.IsCancellationRequested && time.GetElapsedTime(began) < patience.Lost;
            if (!mayHelp)
            {
                failure = error as LedgerException ?? LedgerFaults.CannotWrite(location, error);
            }

            return !mayHelp;
        }
        finally
        {
            database.Rollback();
        }
    }

    private void MakeSureOf(RunLock ours)
    {
        if (!ours.Renew())
        {
            var who = held is null ? "A run that was about to begin" : $"Run {writing.Run}";
            throw new LedgerException(LedgerCodes.LockLost,
                $"{who} lost the lock of its batch '{ours.Batch}', and another session has it. It stops, because two "
                + "runs of a batch must not work at a time.", new LockHeldException());
        }
    }

    private void Perform(LedgerTurn turn, List<AttemptBegun> begun)
    {
        begun.Clear();
        writing.Write(turn, begun);
        TurnPoints.Written(turn);
    }

    private static void Acknowledge(LedgerTurn turn, TurnReceipt receipt, Action<TurnReceipt> acknowledged)
    {
        TurnPoints.Kept(turn);
        acknowledged(receipt);
    }

    /// <summary>What has the lock may be our own session, which the server has not missed yet.</summary>
    private sealed class LockHeldException : Exception;
}
