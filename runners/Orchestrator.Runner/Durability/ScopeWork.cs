using Orchestrator.Core.Durability;
using Orchestrator.Data;
using Orchestrator.Ledger;

namespace Orchestrator.Runner.Durability;

/// <summary>
/// Relaxes databases and leaves them again, each step in the ledger before its effect and in the database before the
/// ledger calls it done, so that whoever dies anywhere leaves enough behind for the next one.
/// </summary>
/// <param name="record">Records what a scope has become, and returns once that is on disk.</param>
/// <param name="ledger">The ledger that counts the runs.</param>
/// <param name="time">The clock.</param>
internal sealed class ScopeWork(Action<ScopeRecord> record, Guid ledger, TimeProvider time)
{
    /// <summary>
    /// Finds out how a database is to be relaxed, records that as the intent, and does it. The caller leaves what was
    /// intended and did not come about.
    /// </summary>
    /// <param name="session">The run's session there.</param>
    /// <param name="intended">What is to be recorded, with nothing found or set yet.</param>
    /// <param name="open">Records the intent, and gives it with its number.</param>
    /// <param name="cancellation">Stops waiting.</param>
    /// <exception cref="DurabilityRefusedException">Something is in the way.</exception>
    public ScopeRecord Enter(
        DatabaseSession session, ScopeRecord intended, Func<ScopeRecord, ScopeRecord> open,
        CancellationToken cancellation)
    {
        if (!session.Durability.ChangesDatabase)
        {
            var scope = Intend(() => open(intended));
            Claim(() => session.Durability.Flush(cancellation));
            return Relaxed(scope, "only the run's own sessions are relaxed", () => { });
        }

        using var turn = session.Turn(cancellation);
        var relaxed = session.Durability.RelaxedSetting;
        var entry = EnteringScope.Decide(session.Durability.Setting(), relaxed, session.Holders(isAlive: false));
        if (entry.Refusal is { } why)
        {
            throw new DurabilityRefusedException(why);
        }

        var opened = Intend(() => open(intended with { Found = entry.Found, Set = relaxed }));
        Claim(() =>
        {
            session.TryHold();
            session.Claim(entry.Found, opened.Owner, opened.Opened, entry.Inherited, cancellation);
        });
        session.Durability.Flush(cancellation);
        return Relaxed(opened, entry.Why, () =>
        {
            if (entry.Changes)
            {
                session.Change(relaxed, cancellation);
            }
        });
    }

    /// <summary>Leaves a database, restoring its setting where nobody else keeps it relaxed, and records it.</summary>
    /// <param name="session">The session there.</param>
    /// <param name="scope">What is to be left.</param>
    /// <param name="judged">The scope's attempts, of each of which the ledger knows what became.</param>
    /// <param name="isAlive">Whether the run that relaxed it is the one that leaves; else it is dead.</param>
    /// <param name="cancellation">Stops waiting.</param>
    public ScopeRecord Leave(
        DatabaseSession session, ScopeRecord scope, IReadOnlyList<long> judged, bool isAlive,
        CancellationToken cancellation)
    {
        var exit = PutBack(session, scope, isAlive, cancellation);
        CrashPoint.Around("durability.forget", () => session.Forget(judged, cancellation));
        var closed = scope with
        {
            State = exit.State,
            Closed = time.GetUtcNow(),
            Why = exit.Why,
        };
        record(closed);
        return closed;
    }

    /// <summary>Puts back what the dead among the holders have left, whatever ledger knows of them.</summary>
    public static StrangersLeft LeaveStrangers(DatabaseSession session, CancellationToken cancellation)
    {
        using var turn = session.Turn(cancellation);
        var holders = session.Holders(isAlive: false);
        if (holders is not [var newest, ..])
        {
            return new StrangersLeft("nobody keeps it relaxed any more", IsDone: true);
        }

        var leaving = new LeavingScope(
            newest.Ledger, newest.Run, newest.Found, session.Durability.RelaxedSetting, HasChanged: true);
        if (holders.FirstOrDefault(holder => holder.IsAlive) is { } alive)
        {
            return new StrangersLeft($"{alive} is at work there", IsDone: false);
        }

        return new StrangersLeft(
            PutBack(session, ScopeExit.Decide(leaving, session.Durability.Setting(), holders), cancellation).Why,
            IsDone: true);
    }

    /// <summary>Only puts the setting back, as <see cref="Leave"/> does, which may come after it.</summary>
    /// <param name="session">The session there.</param>
    /// <param name="scope">What is to be left.</param>
    /// <param name="isAlive">Whether the run that relaxed it is the one that leaves; else it is dead.</param>
    /// <param name="cancellation">Stops waiting.</param>
    public ScopeExit PutBack(
        DatabaseSession session, ScopeRecord scope, bool isAlive, CancellationToken cancellation)
    {
        using var turn = session.Durability.ChangesDatabase ? session.Turn(cancellation) : null;
        var exit = turn is null ? ScopeExit.Nothing : ScopeExit.Decide(
            new LeavingScope($"{ledger}", scope.Run, scope.Found, scope.Set, scope.State != ScopeState.Intended),
            session.Durability.Setting(), session.Holders(isAlive));
        return PutBack(session, exit, cancellation);
    }

    private static ScopeExit PutBack(DatabaseSession session, ScopeExit exit, CancellationToken cancellation)
    {
        CrashPoint.Around("durability.restore", () =>
        {
            if (exit.Restore is { } setting)
            {
                session.Change(setting, cancellation);
            }
        });
        CrashPoint.Around("durability.release", () => session.Release(exit.Released, cancellation));
        return exit;
    }

    private ScopeRecord Relaxed(ScopeRecord scope, string why, Action change)
    {
        CrashPoint.Around("durability.change", change);
        var relaxed = scope with { State = ScopeState.Relaxed, Changed = time.GetUtcNow(), Why = why };
        record(relaxed);
        return relaxed;
    }

    private static ScopeRecord Intend(Func<ScopeRecord> open) => CrashPoint.Around("durability.intent", open);

    private static void Claim(Action claim) => CrashPoint.Around("durability.claim", claim);
}
