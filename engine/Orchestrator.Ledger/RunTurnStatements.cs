using Orchestrator.Core.Machine;
using Orchestrator.Ledger.Columns;

namespace Orchestrator.Ledger;

/// <summary>Writes and reads the turns of loops, inside the transaction of the caller.</summary>
internal static class RunTurnStatements
{
    public static void Insert(StatementCache statements, long run, GrownTurn turn) =>
        statements["insert_run_turn"].Bind(run).Bind(turn.Given.Loop).Bind(turn.Given.Number).Bind(turn.Given.Key)
            .Bind(turn.Given.Row).Bind(turn.Given.IsSensitive ? 1 : 0).Bind(turn.Nodes[0].Node.Index).Run();

    public static RunTurnRecord Read(Statement row) => new(
        (int)row.Number(RunTurnColumns.LoopNode), (int)row.Number(RunTurnColumns.Turn),
        row.Text(RunTurnColumns.TurnKey), row.Text(RunTurnColumns.Value),
        row.Number(RunTurnColumns.IsSensitive) != 0, (int)row.Number(RunTurnColumns.FirstNode));
}
