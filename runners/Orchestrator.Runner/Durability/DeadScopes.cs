using Orchestrator.Core;
using Orchestrator.Core.Durability;
using Orchestrator.Ledger;

namespace Orchestrator.Runner.Durability;

/// <summary>
/// Finishes what runs that have ended left open: finds out which of their attempts are on disk, and puts databases back
/// as they were found. May itself die and be done again; of several that do it at a time, one does.
/// </summary>
/// <param name="around">The world.</param>
/// <param name="who">Who does it, for the story of those runs.</param>
internal sealed class DeadScopes(ScopeSurroundings around, string who)
{
    private readonly ScopeWork _work = new(
        scope => ScopeWriter.Change(around.Location, around.Time, around.Fence, scope), around.Ledger, around.Time);

    /// <summary>The scopes that are open and whose runs have ended, oldest first.</summary>
    public static IReadOnlyList<ScopeRecord> Open(LedgerReader reader) =>
        [.. reader.OpenScopes().Where(scope => reader.Run(scope.Run) is { Verdict: not null })];

    /// <summary>Finishes all that are open, and tells them behind those that somebody has tried before.</summary>
    public IReadOnlyList<DeadScope> FinishAll(
        LedgerReader reader, IReadOnlyList<DeadScope> before, CancellationToken cancellation) =>
        [.. before, .. Open(reader).Where(scope => before.All(one => one.Scope.Number != scope.Number))
            .Select(scope => Finish(scope, cancellation))];

    /// <summary>Finishes one.</summary>
    public DeadScope Finish(ScopeRecord scope, CancellationToken cancellation)
    {
        try
        {
            return Finished(scope, cancellation);
        }
        catch (Exception fault) when (around.Explain(scope.Connection, fault) is { } error)
        {
            return new DeadScope(scope, [], error.Message.TrimEnd('.'));
        }
    }

    /// <summary>Whatever is wrong with markers or flushes, the database need not stay relaxed for that.</summary>
    private DeadScope PutBackOnly(
        DatabaseSession session, ScopeRecord scope, PackageError error, CancellationToken cancellation)
    {
        session.Reopen();
        _work.PutBack(session, scope, isAlive: false, cancellation);
        return new DeadScope(scope, [], error.Message.TrimEnd('.')) { IsPutBack = true };
    }

    private DeadScope Finished(ScopeRecord scope, CancellationToken cancellation)
    {
        using var session = Session(scope, cancellation);
        if (!session.TryHold())
        {
            throw new DurabilityRefusedException("its run, or another one that puts it back, is at work there");
        }

        // Another one may have done it while this one came here.
        var open = around.Read(reader => reader.Scopes(scope.Run).First(one => one.Number == scope.Number));
        if (open.Closed is not null)
        {
            return new DeadScope(open, [], null);
        }

        IReadOnlyList<AttemptJudged> judged;
        try
        {
            judged = Judge(session, open, cancellation);
        }
        catch (Exception fault) when (fault is not LedgerException && !cancellation.IsCancellationRequested
            && around.Explain(session.Target.Address.Connection, fault) is { } error)
        {
            return PutBackOnly(session, open, error, cancellation);
        }

        var all = around.Read(reader => reader.Attempts(open.Run).Where(attempt => attempt.Scope == open.Number)
            .Select(attempt => attempt.Id).ToArray());
        return new DeadScope(_work.Leave(session, open, all, isAlive: false, cancellation), judged, null);
    }

    private IReadOnlyList<AttemptJudged> Judge(
        DatabaseSession session, ScopeRecord scope, CancellationToken cancellation)
    {
        var open = around.Read(reader => reader.NotHardened(scope.Number));
        if (open.Count == 0)
        {
            return [];
        }

        var judged = JudgedAttempts.Of(
            open, session.Hardened([.. open.Select(one => one.Attempt)], cancellation), around.Targets.ObjectOf);
        ScopeWriter.Judge(around.Location, around.Time, around.Fence, judged, who);
        return judged;
    }

    /// <summary>
    /// The session on the database that the scope names, wherever its connection leads today, and whatever that is
    /// called by now.
    /// </summary>
    private DatabaseSession Session(ScopeRecord scope, CancellationToken cancellation)
    {
        if (Session(scope, scope.Connection, cancellation) is { } session)
        {
            return session;
        }

        foreach (var connection in around.Targets.Others(scope))
        {
            try
            {
                if (Session(scope, connection, cancellation) is { } other)
                {
                    return other;
                }
            }
            catch (Exception fault) when (!cancellation.IsCancellationRequested
                && around.Explain(connection, fault) is not null)
            {
                // What cannot be reached is not the one that is looked for, as far as anybody knows.
            }
        }

        throw new DurabilityRefusedException($"neither the connection '{scope.Connection}' nor another one leads to "
            + $"{scope.Database} on {scope.Server} here. Name one that does, or put it back by hand: it was "
            + $"{(scope.Found.Length > 0 ? $"'{scope.Found}'" : "not set")}");
    }

    private DatabaseSession? Session(ScopeRecord scope, string connection, CancellationToken cancellation)
    {
        foreach (var target in around.Targets.Of(connection, scope.Kind == ScopeRecord.OfDatabase))
        {
            var session = around.Open(target, scope.Run, cancellation);
            if (session.Identity.Server == scope.Server && session.Identity.Database == scope.Database)
            {
                return session;
            }

            session.Dispose();
        }

        return null;
    }
}

/// <summary>What became of a scope whose run has ended.</summary>
/// <param name="Scope">The scope, as it is now.</param>
/// <param name="Judged">Its attempts that had succeeded, and what a flush has told of them.</param>
/// <param name="StillOpen">Why it is still open; null = it is closed.</param>
public sealed record DeadScope(ScopeRecord Scope, IReadOnlyList<AttemptJudged> Judged, string? StillOpen)
{
    /// <summary>Whether the setting is as it was found, though the scope is still open.</summary>
    public bool IsPutBack { get; init; }

    /// <summary>Whether all is as it was found, and nobody has to look at anything.</summary>
    public bool IsWell => StillOpen is null && Scope.State != ScopeState.LeftAlone;
}
