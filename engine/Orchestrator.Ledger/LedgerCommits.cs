using Orchestrator.Core.Leases;
using Orchestrator.Data;
using Orchestrator.Ledger.Leases;

namespace Orchestrator.Ledger;

/// <summary>
/// What a run writes to its ledger, commit by commit, without a thread and without waiting: whoever calls it waits
/// before it tries again. After a failure nothing more is written.
/// </summary>
internal sealed class LedgerCommits : IDisposable
{
    private readonly LedgerLocation _location;
    private readonly ILedgerDatabase _database;
    private readonly LedgerPatience _patience;
    private readonly LedgerWait _wait;
    private readonly TimeProvider _time;
    private RunLock? _claimed;
    private long _count;
    private volatile LedgerException? _failure;

    public LedgerCommits(
        LedgerLocation location, ILedgerDatabase database, LedgerPatience patience, LedgerWait wait, TimeProvider time)
    {
        (_location, _database, _patience) = (location, database, patience);
        (_wait, _time) = (wait, time);
        Statements = new StatementCache(database);
        Writing = new RunWriting(Statements);
        Points = new TurnPoints(Writing);
    }

    public StatementCache Statements { get; }

    /// <summary>The rows of the run.</summary>
    public RunWriting Writing { get; }

    /// <summary>The crash points of its turns.</summary>
    public TurnPoints Points { get; }

    /// <summary>How many there were.</summary>
    public long Count => Interlocked.Read(ref _count);

    /// <summary>Why nothing more is written; null = all is well.</summary>
    public LedgerException? Failure => _failure;

    /// <summary>How long the right to run lasts unless it is renewed.</summary>
    public LeaseTerms Terms => _patience.Lease;

    /// <summary>The lock of a run that has begun.</summary>
    public RunLock? Held { get; set; }

    /// <summary>Done before anything is written.</summary>
    public Action? Before { get; set; }

    /// <summary>Records, inside a commit, who has the right to run.</summary>
    /// <exception cref="LedgerException">ORC4120: it is somebody else's by now.</exception>
    public void Claim(RunLock ours)
    {
        var lease = LeaseStatements.Read(_database, Statements, ours.Batch, ours.Environment);
        if (lease is not null && lease.Session != _database.Session
            && LeaseRules.Take(lease.Found, isLockFree: true, _database.HasSessions) == LeaseVerdict.Held)
        {
            throw LedgerFaults.TakenOver(ours);
        }

        Claim(ours, run: 0);
        MakeSureOf(ours);
    }

    /// <summary>Ends dead runs, inside a commit.</summary>
    public IReadOnlyList<RunRecord> Close(DeadRuns dead, RunLock ours)
    {
        RefuseTakenOver(ours);
        var found = dead.Close();
        MakeSureOf(ours);
        CrashPoint.Pass("ledger.dead.before");
        return found;
    }

    /// <summary>Records the beginning of a run, inside a commit.</summary>
    public void Begin(RunBeginning beginning, Guid id, RunLock ours)
    {
        RefuseTakenOver(ours);
        Claim(ours, Writing.Begin(beginning, id));
        // Last, because from the commit on it is the number of commits that tells whether another run has begun.
        MakeSureOf(ours);
        CrashPoint.Pass("ledger.begin.before");
    }

    /// <summary>Records a turn, inside a commit.</summary>
    public void Perform(LedgerTurn turn, List<AttemptBegun> begun)
    {
        begun.Clear();
        Writing.Write(turn, begun);
        Points.Written(turn);
    }

    /// <summary>Gives the lease back, where it is ours; else it ends by itself.</summary>
    public Write? Release() => _claimed is { } ours && _failure is null
        ? new Write(() => LeaseStatements.Release(_database, Statements, ours), _ => { })
        : null;

    /// <summary>A commit that is to be.</summary>
    public PendingCommit Of(IReadOnlyList<Write> writes) => new(writes, _time.GetTimestamp());

    /// <summary>Tries it once; whether it is done, for good or ill.</summary>
    public bool TryEnd(PendingCommit commit)
    {
        if (_failure is not null || !commit.Writes.Any(write => write.NeedsCommit))
        {
            return true;
        }

        try
        {
            Before?.Invoke();
            _database.BeginWriting(_wait.Cancellation);
            Write(commit);
            Writing.Keep();
            Interlocked.Increment(ref _count);
            return true;
        }
#pragma warning disable CA1031 // Whatever happens here must reach the run, not end the thread that writes.
        catch (Exception error)
#pragma warning restore CA1031
        {
            commit.IsAgain = true;
            if (!MayHelp(error, commit))
            {
                _failure = error as LedgerException ?? LedgerFaults.CannotWrite(_location, error);
            }

            return _failure is not null;
        }
        finally
        {
            _database.Rollback();
        }
    }

    public void Dispose() => Statements.Dispose();

    private void Write(PendingCommit commit)
    {
        if (!Writing.NextCommit())
        {
            return;
        }

        if (commit.IsAgain && Held is { } ours)
        {
            MakeSureOf(ours);
        }

        Writing.TakeBack();
        foreach (var write in commit.Writes)
        {
            write.Perform();
        }

        _database.Commit();
    }

    private bool MayHelp(Exception error, PendingCommit commit) =>
        (error.InnerException is LockHeldException || _database.MayTryAgain(error))
        && !_wait.Cancellation.IsCancellationRequested && _time.GetElapsedTime(commit.Begun) < _patience.Lost;

    private void Claim(RunLock ours, long run)
    {
        LeaseStatements.Claim(_database, Statements, ours, Terms, run);
        _claimed = ours;
    }

    // Until a run has begun no number of commits tells whether another one has; and a lock that was lost for a while
    // says nothing of that while.
    private void RefuseTakenOver(RunLock ours)
    {
        if (_claimed is not null && !LeaseStatements.Lock(
            _database, Statements, new LeaseFence(ours.Batch, ours.Environment)))
        {
            throw LedgerFaults.TakenOver(ours);
        }
    }

    private void MakeSureOf(RunLock ours)
    {
        if (!ours.Renew())
        {
            var who = Held is null ? "A run that was about to begin" : $"Run {Writing.Run}";
            throw new LedgerException(LedgerCodes.LockLost,
                $"{who} lost the lock of its batch '{ours.Batch}', and another session has it. It stops, because two "
                + "runs of a batch must not work at a time.", new LockHeldException());
        }
    }

    /// <summary>What has the lock may be our own session, which the server has not missed yet.</summary>
    private sealed class LockHeldException : Exception;
}

/// <summary>Writes that are to be one commit.</summary>
/// <param name="Writes">What is to be written.</param>
/// <param name="Begun">When they were first tried.</param>
internal sealed record PendingCommit(IReadOnlyList<Write> Writes, long Begun)
{
    /// <summary>Whether one was tried already, and perhaps happened.</summary>
    public bool IsAgain { get; set; }
}
