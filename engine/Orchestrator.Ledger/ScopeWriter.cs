using Orchestrator.Core;
using Orchestrator.Data;

namespace Orchestrator.Ledger;

/// <summary>
/// Records what becomes of the scopes of runs that have ended, and of their attempts. A run's own go through its
/// <see cref="LedgerWriter"/>.
/// </summary>
public static class ScopeWriter
{
    /// <summary>What a scope has become, and returns when that is on disk; one that is closed stays as it is.</summary>
    /// <param name="location">The ledger.</param>
    /// <param name="time">The clock.</param>
    /// <param name="fence">The lease of the run that does it; null = no run does.</param>
    /// <exception cref="LedgerException">
    /// The ledger cannot be opened or written. ORC4120: the lease is another's.
    /// </exception>
    public static void Change(LedgerLocation location, TimeProvider time, LeaseFence? fence, ScopeRecord scope) =>
        CrashPoint.Around("ledger.scope.dead", () => SingleCommit.Do(location, time, fence, statements =>
        {
            ScopeStatements.Update(statements, scope);
            return scope.Number;
        }));

    /// <summary>
    /// Records which attempts of a run that has ended are on disk and which are not there any more, in one commit. What
    /// holds a package that is lost, and had ended well, is Failed from then on.
    /// </summary>
    /// <param name="location">The ledger.</param>
    /// <param name="time">The clock.</param>
    /// <param name="fence">The lease of the run that does it; null = no run does.</param>
    /// <param name="judged">The attempts, all of one run.</param>
    /// <param name="who">Who looked for them.</param>
    /// <exception cref="LedgerException">
    /// The ledger cannot be opened or written. ORC4120: the lease is another's.
    /// </exception>
    public static void Judge(
        LedgerLocation location, TimeProvider time, LeaseFence? fence, IReadOnlyList<AttemptJudged> judged,
        string who) =>
        SingleCommit.Do(location, time, fence, statements => Judge(statements, judged, who, time.GetUtcNow()));

    /// <summary>The same, inside the transaction of the caller; how many transitions it has written.</summary>
    internal static int Judge(
        StatementCache statements, IReadOnlyList<AttemptJudged> judged, string who, DateTimeOffset at)
    {
        var written = 0;
        foreach (var one in judged)
        {
            var judgement = new ScopeJudgement(statements, one.Attempt, who, Instant.Of(at));
            Judge(judgement, one.Lost);
            written += judgement.Written;
        }

        CrashPoint.Pass("ledger.judged");
        return written;
    }

    private static void Judge(ScopeJudgement judgement, PackageError? lost)
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

    /// <summary>A transition that is added to the story of a run that has ended.</summary>
    private sealed record ScopeJudgement(StatementCache Statements, AttemptNotHardened Attempt, string Who, long At)
    {
        public int Written { get; private set; }

        public void Write(int node, int number, NodeState to, string why)
        {
            var state = EnumWords<NodeState>.Of(to);
            Statements["insert_judgement"].Bind(Attempt.Run).Bind(node).Bind(number).Bind(state).Bind(why).Bind(Who)
                .Bind(At).Run();
            Written++;
            Statements["update_node_judged"].Bind(Attempt.Run).Bind(node).Bind(state).Bind(At).Bind(why).Run();
        }
    }
}
