using Orchestrator.Engine.Durability;
using Orchestrator.Ledger;
using Orchestrator.Packages.Relaxed;

namespace Orchestrator.Runner.Durability;

/// <summary>Relaxes one database for a run, or says why not.</summary>
internal sealed class ScopeEntering(ScopeSurroundings around, LedgerWriter ledger, long run)
{
    private static readonly RunOrigin Origin = RunOrigin.OfThisProcess();

    private readonly ScopeWork work = new(ledger.Change, around.Ledger, around.Time);

    /// <summary>Relaxes it.</summary>
    /// <param name="target">The database.</param>
    /// <param name="entered">What the run has relaxed already.</param>
    /// <param name="durable">Other databases that the run writes, each of whose commits counts at once.</param>
    /// <param name="over">Stops the session.</param>
    /// <param name="cancellation">Gives up entering.</param>
    /// <returns>The scope, which may be one of those before, and what people should know.</returns>
    /// <exception cref="DurabilityRefusedException">Something rules it out.</exception>
    public (RunScope Scope, string Why) Enter(
        RelaxedTarget target, IReadOnlyList<RunScope> entered, IReadOnlyList<RelaxedTarget> durable,
        CancellationToken over, CancellationToken cancellation)
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
            RefuseDurable(session, durable, over);
            var scope = Relax(session, cancellation);
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
        session.Durability.ChangesDatabase
            ? entered.FirstOrDefault(one => one.Session.Durability.Identity == session.Durability.Identity
                && one.Session.Durability.ChangesDatabase)
            : null;

    private static IEnumerable<string> Notes(DatabaseSession session)
    {
        var obstacles = session.Durability.Obstacles();
        return obstacles.FirstOrDefault(obstacle => obstacle.RulesOut) is { } obstacle
            ? throw new DurabilityRefusedException($"{obstacle.What}. {obstacle.Advice}")
            : obstacles.Select(each => $"{each.What}. {each.Advice}".TrimEnd('.'));
    }

    private void RefuseDurable(
        DatabaseSession session, IReadOnlyList<RelaxedTarget> durable, CancellationToken cancellation)
    {
        if (!session.Durability.ChangesDatabase)
        {
            return;
        }

        foreach (var other in durable.Where(other => other.Platform == session.Target.Platform))
        {
            using var opened = around.Open(other, run, cancellation);
            if (opened.Durability.Identity == session.Durability.Identity)
            {
                throw new DurabilityRefusedException(
                    $"the connection '{other.Address.Connection}' leads to the same database and is not relaxed, so "
                    + "that its commits would count before they are on disk. Give both the same delayedDurability");
            }
        }
    }

    private ScopeRecord Relax(DatabaseSession session, CancellationToken cancellation)
    {
        ScopeRecord? intended = null;
        try
        {
            return work.Enter(session, Intent(session), scope => intended = scope with
            {
                Number = ledger.Open(scope),
            }, cancellation);
        }
        catch (Exception fault) when (intended is not null
            && around.Explain(session.Target.Address.Connection, fault) is { } why)
        {
            work.Leave(session, intended, [], isAlive: true, CancellationToken.None);
            throw new DurabilityRefusedException(why.Message.TrimEnd('.'));
        }
    }

    private ScopeRecord Intent(DatabaseSession session) => new()
    {
        Run = run,
        Token = run,
        Connection = session.Target.Address.Connection,
        Platform = session.Target.Platform.Name,
        Server = session.Durability.Identity.Server,
        Database = session.Durability.Identity.Database,
        Kind = session.Durability.ChangesDatabase ? ScopeRecord.OfDatabase : ScopeRecord.OfSessions,
        Owner = Owner,
        State = ScopeState.Intended,
        Opened = around.Time.GetUtcNow(),
    };
}
