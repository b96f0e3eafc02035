using Orchestrator.Core;
using Orchestrator.Core.Durability;
using Orchestrator.Data.Durability;
using Orchestrator.Ledger;
using Orchestrator.Packages.Relaxed;

namespace Orchestrator.Runner.Durability;

/// <summary>Relaxes one database for a run, or says why not.</summary>
internal sealed class ScopeEntering(ScopeSurroundings around, LedgerWriter ledger, long run)
{
    private static readonly RunOrigin Origin = RunOrigin.OfThisProcess();

    private readonly ScopeWork _work = new(ledger.Change, around.Ledger, around.Time);

    /// <summary>Relaxes it.</summary>
    /// <param name="target">The database.</param>
    /// <param name="entered">What the run has relaxed already.</param>
    /// <param name="refused">Databases that stay durable, by the connection that could not relax them.</param>
    /// <param name="durable">Other databases that the run writes, each of whose commits counts at once.</param>
    /// <param name="over">Stops the session.</param>
    /// <param name="cancellation">Gives up entering.</param>
    /// <returns>The scope, which may be one of those before, and what people should know.</returns>
    /// <exception cref="DurabilityRefusedException">Something rules it out.</exception>
    public (RunScope Scope, string Why) Enter(
        RelaxedTarget target, IReadOnlyList<RunScope> entered, IReadOnlyDictionary<DatabaseIdentity, string> refused,
        IReadOnlyList<RelaxedTarget> durable, CancellationToken over, CancellationToken cancellation)
    {
        var session = around.Open(target, run, over);
        try
        {
            if (SameDatabase(session, entered) is { } same)
            {
                session.Dispose();
                return (same, "");
            }

            var notes = Notes(session);
            RefuseDurable(session, refused, durable, over);
            var scope = Relax(session, over, cancellation);
            return (new RunScope(session, scope),
                string.Join("; ", notes.Append(scope.Why).Where(note => note.Length > 0)));
        }
        catch
        {
            session.Dispose();
            throw;
        }
    }

    /// <summary>Records that something is in the way of relaxing a connection's database.</summary>
    public void Refused(string connection, string platform, string why) => ledger.Open(new ScopeRecord
    {
        Run = run,
        Token = run,
        Connection = connection,
        Platform = platform,
        Server = "",
        Database = "",
        Kind = "",
        Owner = Owner,
        State = ScopeState.Refused,
        Opened = around.Time.GetUtcNow(),
        Closed = around.Time.GetUtcNow(),
        Why = why,
    });

    private static string Owner => $"{Origin.User}@{Origin.Host}, process {Origin.ProcessId}";

    private static RunScope? SameDatabase(DatabaseSession session, IReadOnlyList<RunScope> entered) =>
        session.ChangesDatabase
            ? entered.FirstOrDefault(one => one.Session.Identity == session.Identity && one.Session.ChangesDatabase)
            : null;

    private static IEnumerable<string> Notes(DatabaseSession session)
    {
        var obstacles = session.Durability.Obstacles();
        return obstacles.FirstOrDefault(obstacle => obstacle.RulesOut) is { } obstacle
            ? throw new DurabilityRefusedException($"{obstacle.What}. {obstacle.Advice}")
            : obstacles.Select(each => $"{each.What}. {each.Advice}".TrimEnd('.'));
    }

    private void RefuseDurable(
        DatabaseSession session, IReadOnlyDictionary<DatabaseIdentity, string> refused,
        IReadOnlyList<RelaxedTarget> durable, CancellationToken cancellation)
    {
        if (!session.ChangesDatabase)
        {
            return;
        }

        if (refused.TryGetValue(session.Identity, out var connection))
        {
            throw TwoWays(connection, "Give both what it takes to relax it");
        }

        foreach (var other in durable.Where(other => other.Platform == session.Target.Platform))
        {
            using var opened = around.Open(other, run, cancellation);
            if (opened.Identity == session.Identity)
            {
                throw TwoWays(other.Address.Connection, "Give both the same delayedDurability");
            }
        }
    }

    private static DurabilityRefusedException TwoWays(string connection, string advice) => new(
        $"the connection '{connection}' leads to the same database and is not relaxed, so that its commits would "
        + $"count before they are on disk. {advice}");

    private ScopeRecord Relax(DatabaseSession session, CancellationToken over, CancellationToken cancellation)
    {
        var connection = session.Target.Address.Connection;
        ScopeRecord? intended = null;
        try
        {
            return _work.Enter(session, Intent(session), scope => intended = scope with
            {
                Number = ledger.Open(scope),
            }, cancellation);
        }
        catch (Exception fault) when (intended is not null
            && around.Explain(connection, fault) is { } error)
        {
            var why = error.Message.TrimEnd('.');
            if (CannotTakeBack(session, intended, isLost: error.Class == ErrorClass.Transient, over) is { } left)
            {
                // It may be relaxed, and nobody knows: so it is flushed as if it were, which does no harm if not.
                return intended with
                {
                    Why = $"whether it is nobody knows: {why}; and it could not be taken back: {left}",
                };
            }

            throw new DurabilityRefusedException(why);
        }
    }

    /// <summary>Takes back what was intended, whatever of it has come about; null = that is done.</summary>
    private string? CannotTakeBack(
        DatabaseSession session, ScopeRecord intended, bool isLost, CancellationToken over)
    {
        try
        {
            if (isLost)
            {
                session.Reopen();
            }

            _work.Leave(session, intended, [], isAlive: true, over);
            return null;
        }
        catch (Exception fault) when (fault is not LedgerException
            && around.Explain(session.Target.Address.Connection, fault) is { } error)
        {
            return error.Message.TrimEnd('.');
        }
    }

    private ScopeRecord Intent(DatabaseSession session) => new()
    {
        Run = run,
        Token = run,
        Connection = session.Target.Address.Connection,
        Platform = session.Target.Platform.Name,
        Server = session.Identity.Server,
        Database = session.Identity.Database,
        Kind = session.ChangesDatabase ? ScopeRecord.OfDatabase : ScopeRecord.OfSessions,
        Owner = Owner,
        State = ScopeState.Intended,
        Opened = around.Time.GetUtcNow(),
    };
}
