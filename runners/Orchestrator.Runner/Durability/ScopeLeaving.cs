using Orchestrator.Core;
using Orchestrator.Core.Durability;
using Orchestrator.Ledger;

namespace Orchestrator.Runner.Durability;

/// <summary>Leaves the databases that a run has relaxed, as well as that goes.</summary>
internal sealed class ScopeLeaving(ScopeSurroundings around, LedgerWriter ledger, long run)
{
    private readonly ScopeWork _work = new(ledger.Change, around.Ledger, around.Time);

    /// <summary>Leaves one; null = all went well, else what people should know and do.</summary>
    /// <param name="scope">The scope.</param>
    /// <param name="isFlushing">Whether a flush that nobody waits for is still under way on its session.</param>
    /// <param name="cancellation">Gives up.</param>
    public string? Leave(RunScope scope, bool isFlushing, CancellationToken cancellation)
    {
        var connection = scope.Record.Connection;
        try
        {
            if (isFlushing)
            {
                throw new DurabilityRefusedException("a flush is still under way there");
            }

            var left = Leave(scope, cancellation);
            return left.State == ScopeState.LeftAlone
                ? $"{RunCodes.LeftAlone} The durability of {connection} ({left.Database}) was left alone: {left.Why}."
                : null;
        }
        catch (LedgerException lost)
        {
            // It is asked for nothing but to record the end, once all is done.
            return $"{RunCodes.LeftOpen} The durability of {connection} ({scope.Record.Database}) is put back, and the "
                + $"ledger knows nothing of that: {around.Outside.Line(lost.Message).TrimEnd('.')}.";
        }
        catch (Exception fault) when (around.Explain(connection, fault) is { } error)
        {
            var isBack = !isFlushing && TryPutBack(scope, cancellation);
            return $"{RunCodes.LeftOpen} The durability of {connection} ({scope.Record.Database}) "
                + (isBack ? "is put back, but not all is known to be on disk: " : "could not be put back: ")
                + $"{error.Message.TrimEnd('.')}. The next run {(isBack ? "looks again" : "does it")}, or "
                + $"`orchestrator durability restore {connection}`.";
        }
    }

    /// <summary>Whatever else went wrong, the database need not stay relaxed for that.</summary>
    private bool TryPutBack(RunScope scope, CancellationToken cancellation)
    {
        try
        {
            scope.Session.Reopen();
            _work.PutBack(scope.Session, scope.Record, isAlive: true, cancellation);
            return true;
        }
        catch (Exception fault) when (around.Explain(scope.Record.Connection, fault) is not null)
        {
            return false;
        }
    }

    private ScopeRecord Leave(RunScope scope, CancellationToken cancellation)
    {
        try
        {
            return LeaveOnce(scope, cancellation);
        }
        catch (Exception fault) when (!cancellation.IsCancellationRequested && fault is not LedgerException
            && around.Explain(scope.Record.Connection, fault) is { Class: ErrorClass.Transient })
        {
            // A session that stood idle for hours may be gone. Whatever was done is found as done.
            scope.Session.Reopen();
            return LeaveOnce(scope, cancellation);
        }
    }

    private ScopeRecord LeaveOnce(RunScope scope, CancellationToken cancellation)
    {
        var judged = Judged(scope, cancellation);
        return _work.Leave(scope.Session, scope.Record, judged, isAlive: true, cancellation);
    }

    /// <summary>
    /// The attempts of the scope of which the ledger knows what became. After a planned end those are all; who was
    /// asked to stop at once leaves some, for one last try. Without the ledger nobody knows of any.
    /// </summary>
    private long[] Judged(RunScope scope, CancellationToken cancellation)
    {
        try
        {
            var open = around.Read(reader => reader.NotHardened(scope.Record.Number));
            if (open.Count > 0)
            {
                Judge(open, scope.Session.Hardened([.. open.Select(one => one.Attempt)], cancellation));
            }

            return around.Read(reader => reader.Attempts(run)
                .Where(attempt => attempt.Scope == scope.Record.Number).Select(attempt => attempt.Id).ToArray());
        }
        catch (LedgerException)
        {
            return [];
        }
    }

    private void Judge(IReadOnlyList<AttemptNotHardened> open, IReadOnlySet<long> hardened) =>
        ledger.Judge(JudgedAttempts.Of(open, hardened, around.Targets.ObjectOf), $"run {run}",
            around.Time.GetUtcNow());
}
