using Orchestrator.Core;
using Orchestrator.Core.Durability;

namespace Orchestrator.Ledger;

/// <summary>Writes scopes and what became of their attempts, inside the transaction of the caller.</summary>
internal static class ScopeStatements
{
    private static readonly string Failed = EnumWords<NodeState>.Of(NodeState.Failed);

    public static long Insert(StatementCache statements, ScopeRecord scope) => LedgerRows.Single(
        statements["insert_scope"].Bind(scope.Run).Bind(scope.Token).Bind(scope.Connection).Bind(scope.Platform)
            .Bind(scope.Server).Bind(scope.Database).Bind(scope.Kind).Bind(scope.Found).Bind(scope.Set)
            .Bind(scope.Owner).Bind(EnumWords<ScopeState>.Of(scope.State)).Bind(Instant.Of(scope.Opened))
            .Bind(Instant.OfOrNull(scope.Changed)).Bind(Instant.OfOrNull(scope.Hardened))
            .Bind(Instant.OfOrNull(scope.Closed)).Bind(scope.Why),
        row => row.Number(0));

    /// <summary>What a scope has become; one that is closed stays as it is.</summary>
    public static void Update(StatementCache statements, ScopeRecord scope) =>
        statements["update_scope"].Bind(scope.Number).Bind(EnumWords<ScopeState>.Of(scope.State)).Bind(scope.Found)
            .Bind(scope.Set).Bind(Instant.OfOrNull(scope.Changed)).Bind(Instant.OfOrNull(scope.Closed))
            .Bind(scope.Why).Run();

    /// <summary>An attempt that succeeded is on disk.</summary>
    public static void Harden(StatementCache statements, long attempt)
    {
        statements["update_attempt_judged"].Bind(attempt).Bind(EnumWords<NodeState>.Of(NodeState.Hardened)).Run();
        statements["update_scope_hardened"].Bind(attempt).Run();
    }

    /// <summary>An attempt that succeeded is not there any more; neither do the files count that it read.</summary>
    public static void Lose(StatementCache statements, long attempt)
    {
        statements["update_attempt_judged"].Bind(attempt).Bind(Failed).Run();
        statements["update_files_lost"].Bind(attempt).Bind(EnumWords<FileOutcome>.Of(FileOutcome.Failed))
            .Bind(EnumWords<FileOutcome>.Of(FileOutcome.Loaded))
            .Bind(EnumWords<FileOutcome>.Of(FileOutcome.AlreadyLoaded))
            .Run();
    }

    public static void InsertError(StatementCache statements, long attempt, PackageError error) =>
        statements["insert_error"].Bind(attempt).Bind(error.Code).Bind(EnumWords<ErrorClass>.Of(error.Class))
            .Bind(error.Phase).Bind(error.Message).Bind(error.Connection).Bind(error.Script).Bind(error.Line)
            .Bind(error.ServerCode).Run();
}
