using Orchestrator.Data;
using Orchestrator.Engine;

namespace Orchestrator.Ledger;

/// <summary>
/// Records what becomes of the scopes of runs that have ended, and of their attempts. A run's own go through its
/// <see cref="LedgerWriter"/>.
/// </summary>
public static class ScopeWriter
{
    /// <summary>What a scope has become, and returns when that is on disk; one that is closed stays as it is.</summary>
    /// <exception cref="LedgerException">The ledger cannot be opened or written.</exception>
    public static void Change(LedgerLocation location, TimeProvider time, ScopeRecord scope) =>
        CrashPoint.Around("ledger.scope.dead", () =>
            InCommit(location, time, statements => ScopeStatements.Update(statements, scope)));

    /// <summary>
    /// Records which attempts of a run that has ended are on disk and which are not there any more, in one commit. What
    /// holds a package that is lost, and had ended well, is Failed from then on.
    /// </summary>
    /// <param name="location">The ledger.</param>
    /// <param name="time">The clock.</param>
    /// <param name="judged">The attempts, all of one run.</param>
    /// <param name="who">Who looked for them.</param>
    /// <exception cref="LedgerException">The ledger cannot be opened or written.</exception>
    public static void Judge(
        LedgerLocation location, TimeProvider time, IReadOnlyList<AttemptJudged> judged, string who) =>
        InCommit(location, time, statements =>
        {
            foreach (var one in judged)
            {
                Judge(new Judgement(statements, one.Attempt, who, Instant.Of(time.GetUtcNow())), one.Lost);
            }

            CrashPoint.Pass("ledger.judged");
        });

    private static void Judge(Judgement judgement, PackageError? lost)
    {
        var (statements, attempt, _, _) = judgement;
        if (lost is null)
        {
            ScopeStatements.Harden(statements, attempt.Attempt);
            judgement.Write(attempt.Node, attempt.Number, NodeState.Hardened, "its marker is on disk");
            return;
        }

        ScopeStatements.Lose(statements, attempt.Attempt);
        ScopeStatements.InsertError(statements, attempt.Attempt, lost);
        judgement.Write(attempt.Node, attempt.Number, NodeState.Failed, lost.Message);
        var nodes = LedgerRows.All(statements["select_nodes"].Bind(attempt.Run), LedgerRows.Node);
        for (var above = nodes[attempt.Node].Parent; above >= 0; above = nodes[above].Parent)
        {
            if (nodes[above].State == NodeState.Succeeded)
            {
                judgement.Write(above, 0, NodeState.Failed, $"{attempt.Name} is lost");
            }
        }
    }

    private static void InCommit(LedgerLocation location, TimeProvider time, Action<StatementCache> write)
    {
        using var database = location.OpenForWriting(time);
        _ = LedgerFaults.Guarded(location, () => Commit(database, write), LedgerFaults.CannotChange);
    }

    private static bool Commit(ILedgerDatabase database, Action<StatementCache> write)
    {
        using var statements = new StatementCache(database);
        try
        {
            database.BeginWriting(CancellationToken.None);
            write(statements);
            database.Commit();
            return true;
        }
        finally
        {
            database.Rollback();
        }
    }

    /// <summary>A transition that is added to the story of a run that has ended.</summary>
    private sealed record Judgement(StatementCache Statements, AttemptNotHardened Attempt, string Who, long At)
    {
        public void Write(int node, int number, NodeState to, string why)
        {
            var state = Words<NodeState>.Of(to);
            Statements["insert_judgement"].Bind(Attempt.Run).Bind(node).Bind(number).Bind(state).Bind(why).Bind(Who)
                .Bind(At).Run();
            Statements["update_node_judged"].Bind(Attempt.Run).Bind(node).Bind(state).Bind(At).Bind(why).Run();
        }
    }
}
