using Orchestrator.Core.Leases;
using Orchestrator.Data;
using Orchestrator.Data.Evidence;

namespace Orchestrator.Ledger;

/// <summary>
/// Writes one run to the ledger, on a thread of its own. What was acknowledged is on disk. A turn is one commit, and
/// turns that queue up while the disk works become one commit together, in their order. A server that is lost is asked
/// again for a while. After a failure nothing more is written, and every turn is answered with that failure.
/// </summary>
public sealed class LedgerWriter : IDisposable
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(200);

    private readonly LedgerLocation _location;
    private readonly LedgerWait _wait;
    private readonly TimeProvider _time;
    private readonly ILedgerDatabase _database;
    private readonly LedgerCommits _commits;
    private readonly WriteQueue _queue = new();
    private readonly Thread _thread;
    private long _committing;

    private LedgerWriter(
        LedgerLocation location, ILedgerDatabase database, LedgerPatience patience, LedgerWait wait, TimeProvider time)
    {
        (_location, _database, _wait, _time) = (location, database, wait, time);
        _commits = new LedgerCommits(location, database, patience, wait, time);
        _thread = new Thread(Work) { Name = "ledger", IsBackground = true };
        _thread.Start();
    }

    /// <summary>Commits so far: at most one per turn.</summary>
    public long Commits => _commits.Count;

    /// <summary>How long it has been at the commit that it is at; zero = it is at none.</summary>
    internal TimeSpan Unwritten =>
        Interlocked.Read(ref _committing) is var began and > 0 ? _time.GetElapsedTime(began) : TimeSpan.Zero;

    /// <summary>Why nothing more is written; null = all is well. The run must stop.</summary>
    public LedgerException? Failure => _commits.Failure;

    /// <summary>How long the right to run lasts unless it is renewed.</summary>
    public LeaseTerms Terms => _commits.Terms;

    /// <summary>
    /// Told, on any thread, of a wait of a second for a file that another process has locked. Default: what the
    /// patience says; null = a wait is told by who keeps the lease.
    /// </summary>
    public Action<LedgerHold>? WhenHeldUp
    {
        get => _wait.Told;
        set => _wait.Told = value;
    }

    /// <summary>Done on the ledger's thread before anything is written.</summary>
    internal Action? BeforeCommit
    {
        get => _commits.Before;
        set => _commits.Before = value;
    }

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
    public void Claim(RunLock held) => RunAndWait(() => _commits.Claim(held));

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
        using var dead = new DeadRuns(_location, _database, _commits.Statements, held, promised);
        // Again after a commit without an answer: what it closed is not found any more.
        RunAndWait(() => found = [.. found.Concat(_commits.Close(dead, held)).DistinctBy(run => run.Number)]);
        CrashPoint.Pass("ledger.dead.after");
        return found;
    }

    /// <summary>Records the beginning of a run and its nodes, all Pending, and says so in the lock.</summary>
    /// <returns>The run's number.</returns>
    /// <exception cref="LedgerException">ORC4104. ORC4120: the lock was lost meanwhile.</exception>
    public long Begin(RunBeginning beginning, RunLock held)
    {
        var id = Guid.CreateVersion7(beginning.Started);
        RunAndWait(() => _commits.Begin(beginning, id, held));
        CrashPoint.Pass("ledger.begin.after");
        _commits.Held = held;
        _wait.End();
        _queue.Add(new Write(() => { }, _ => _database.Checkpoint(isDue: true)) { NeedsCommit = false });
        return _commits.Writing.Run;
    }

    /// <summary>Records what the run is about to do to the durability of a database; its number.</summary>
    /// <exception cref="LedgerException">ORC4104.</exception>
    public long Open(ScopeRecord scope)
    {
        var number = 0L;
        RunAndWait(() =>
        {
            number = ScopeStatements.Insert(_commits.Statements, scope);
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
            ScopeStatements.Update(_commits.Statements, scope);
            CrashPoint.Pass("ledger.scope.before");
        });
        CrashPoint.Pass("ledger.scope.after");
    }

    /// <summary>
    /// Records which attempts of the run are on disk and which are not there any more, behind all that it has recorded
    /// of them.
    /// </summary>
    /// <param name="judged">The attempts.</param>
    /// <param name="who">Who looked for them.</param>
    /// <param name="at">When.</param>
    /// <exception cref="LedgerException">ORC4104. ORC4120: another run has ended this one.</exception>
    public void Judge(IReadOnlyList<AttemptJudged> judged, string who, DateTimeOffset at) =>
        RunAndWait(() => _commits.Writing.Judge(judged, who, at));

    /// <summary>
    /// Records what has happened in the databases that the run writes, also after its end. Totals take the place of
    /// those before, samples come to those before.
    /// </summary>
    /// <exception cref="LedgerException">ORC4104.</exception>
    public void Observe(IReadOnlyList<DatabaseEvidence> databases) => RunAndWait(() =>
    {
        foreach (var database in databases)
        {
            EvidenceStatements.Insert(_commits.Statements, _commits.Writing.Run, database);
        }

        CrashPoint.Pass("ledger.evidence");
    });

    /// <summary>In which scope each node's attempts are; call it before the first turn.</summary>
    public void Relax(IReadOnlyDictionary<int, long> scopes) => _commits.Writing.Scopes = scopes;

    /// <summary>
    /// Records a turn of the run's loop and returns at once. The answer comes on the ledger's thread, in order, and
    /// must be quick and not throw; packages start only after it.
    /// </summary>
    public void Record(LedgerTurn turn, Action<TurnReceipt> acknowledged)
    {
        List<AttemptBegun> begun = [];
        _queue.Add(new Write(
            () => _commits.Perform(turn, begun),
            failed => Acknowledge(turn, new TurnReceipt(failed is null ? begun : [], failed), acknowledged)));
    }

    /// <summary>Records a turn and waits until it is on disk.</summary>
    /// <exception cref="LedgerException">ORC4104.</exception>
    public TurnReceipt Record(LedgerTurn turn)
    {
        List<AttemptBegun> begun = [];
        RunAndWait(() => _commits.Perform(turn, begun));
        return new TurnReceipt(begun, null);
    }

    /// <summary>
    /// Writes what is queued, gives the lease back, checkpoints, and closes the file. Dispose it before the run's
    /// lock.
    /// </summary>
    public void Dispose()
    {
        if (!_thread.IsAlive)
        {
            return;
        }

        _queue.Close();
        _thread.Join();
        _queue.Dispose();
        _commits.Dispose();
        _database.Dispose();
    }

    private void RunAndWait(Action write)
    {
        using var written = new ManualResetEventSlim();
        LedgerException? failed = null;
        _queue.Add(new Write(write, outcome =>
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
        while (_queue.Take() is { Count: > 0 } writes)
        {
            Commit(writes);
            foreach (var write in writes)
            {
                write.Done(_commits.Failure);
            }

            Checkpoint(isDue: false);
        }

        if (_commits.Release() is { } release)
        {
            CrashPoint.Around("lease.release", () => Commit([release]));
        }

        Checkpoint(isDue: true);
    }

    private void Checkpoint(bool isDue)
    {
        if (_commits is { Held: not null, Failure: null })
        {
            _database.Checkpoint(isDue);
        }
    }

    private void Commit(IReadOnlyList<Write> writes)
    {
        var commit = _commits.Of(writes);
        Interlocked.Exchange(ref _committing, commit.Begun);
        while (!_commits.TryEnd(commit))
        {
            CancellationToken.None.WaitHandle.WaitOne(Pause);
        }

        Interlocked.Exchange(ref _committing, 0);
    }

    private void Acknowledge(LedgerTurn turn, TurnReceipt receipt, Action<TurnReceipt> acknowledged)
    {
        _commits.Points.Kept(turn);
        acknowledged(receipt);
    }
}
