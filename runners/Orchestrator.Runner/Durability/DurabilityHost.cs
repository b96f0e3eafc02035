using Orchestrator.Data;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner.Durability;

/// <summary>Shows how the durability of databases stands, and puts back what runs that died have left.</summary>
public sealed class DurabilityHost
{
    private readonly Solution _solution;
    private readonly ScopeSurroundings _around;
    private readonly CancellationToken _cancellation;
    private readonly bool _hasLedger;

    /// <summary>Over the connections of a solution and a ledger, which need not be there.</summary>
    public DurabilityHost(
        Solution solution, LedgerLocation location, PlaceholderResolver placeholders, Secrets secrets,
        TimeProvider time, CancellationToken cancellation)
    {
        (_solution, _cancellation) = (solution, cancellation);
        using var reader = LedgerReader.Open(location, time);
        _hasLedger = reader is not null;
        _around = new ScopeSurroundings
        {
            Targets = new RelaxedTargets(solution, placeholders, time, "orchestrator durability"),
            Location = location,
            Ledger = reader?.Identity ?? Guid.Empty,
            Turns = new WriterTurns(),
            Time = time,
            Outside = new OutsideText(secrets),
        };
    }

    /// <summary>
    /// Each database that the metadata wants relaxed, or that a scope is open of; of one connection where it is named.
    /// Databases whose own setting is meant are asked for it, and nothing is changed.
    /// </summary>
    public IReadOnlyList<DatabaseDurability> Status(string? connection)
    {
        var scopes = Scopes();
        var known = scopes.Where(scope => scope.Closed is null || Relaxes(scope.Connection))
            .GroupBy(scope => (scope.Connection, scope.Server, scope.Database)).Select(same => Of(same.First()));
        var never = _solution.Connections.Where(one => Relaxes(one.Name)
            && scopes.All(scope => scope.Connection != one.Name))
            .Select(one => new DatabaseDurability(one.Name, ConnectionAccess.PlatformOf(one)!.Name));
        return [.. known.Concat(never).Where(one => connection is null || one.Connection == connection)
            .OrderBy(one => one.Connection, StringComparer.Ordinal).Select(Asked)];
    }

    /// <summary>The scopes that are open and whose runs have ended; of one connection where it is named.</summary>
    public IReadOnlyList<ScopeRecord> Dead(string? connection) => !_hasLedger ? [] : [.. _around.Read(DeadScopes.Open)
        .Where(scope => connection is null || scope.Connection == connection)];

    /// <summary>The scopes of runs that are at work; of one connection where it is named.</summary>
    public IReadOnlyList<ScopeRecord> AtWork(string? connection) => [.. Scopes()
        .Where(scope => scope.Closed is null && IsAtWork(scope)
            && (connection is null || scope.Connection == connection))];

    /// <summary>Puts back what a run that has ended left open.</summary>
    public DeadScope Restore(ScopeRecord scope) =>
        new DeadScopes(_around, RunOrigin.OfThisProcess().User).Finish(scope, _cancellation);

    /// <summary>
    /// Puts a database back that names holders which are all dead, and of which this ledger knows nothing; what was
    /// done, or why not. Null = there is nothing to do.
    /// </summary>
    public StrangersLeft? RestoreStrangers(DatabaseDurability database)
    {
        if (database.Strangers.Count == 0)
        {
            return null;
        }

        try
        {
            using var session = Session(database.Connection);
            return ScopeWork.LeaveStrangers(session, _cancellation);
        }
        catch (Exception fault) when (_around.Explain(database.Connection, fault) is { } error)
        {
            return new StrangersLeft(error.Message.TrimEnd('.'), IsDone: false);
        }
    }

    private IReadOnlyList<ScopeRecord> Scopes() => !_hasLedger ? [] : _around.Read(reader => reader.Scopes());

    private bool IsAtWork(ScopeRecord scope) => _around.Read(reader => reader.Run(scope.Run)) is { Verdict: null };

    private bool Relaxes(string connection) =>
        _around.Targets.Connection(connection) is { IsRelaxed: true };

    private DatabaseDurability Of(ScopeRecord scope) => new(scope.Connection, scope.Platform)
    {
        Database = scope.Database,
        Scope = scope,
        IsAtWork = scope.Closed is null && IsAtWork(scope),
        NotHardened = _around.Read(reader => reader.NotHardened(scope.Number)).Count,
    };

    // A session of the run's own leaves nothing behind that could be asked for.
    private DatabaseDurability Asked(DatabaseDurability one)
    {
        if (!_around.Targets.IsOfDatabase(one.Connection) && one.Scope?.Kind != ScopeRecord.OfDatabase)
        {
            return one;
        }

        try
        {
            using var session = Session(one.Connection);
            return one with
            {
                Database = session.Durability.Identity.Database,
                Now = session.Durability.Setting(),
                Strangers = [.. session.Holders(isAlive: false).Where(holder => holder.Ledger != $"{_around.Ledger}")],
            };
        }
        catch (Exception fault) when (_around.Explain(one.Connection, fault) is { } error)
        {
            return one with { Unreachable = error.Message.TrimEnd('.') };
        }
    }

    private DatabaseSession Session(string connection) =>
        _around.Targets.Of(connection, ofDatabase: true) is [var target, ..]
        ? _around.Open(target, 0, _cancellation)
        : throw new DurabilityRefusedException($"the solution has no such database behind '{connection}', or "
            + "solution.yaml cannot be read; write the connection there as it was");
}

/// <summary>What became of holders that this ledger does not know.</summary>
/// <param name="Why">What was done, or why nothing was, as the end of a sentence.</param>
/// <param name="IsDone">Whether they are gone.</param>
public sealed record StrangersLeft(string Why, bool IsDone);
