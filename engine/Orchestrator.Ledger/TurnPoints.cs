using Orchestrator.Core;
using Orchestrator.Core.Machine;
using Orchestrator.Data;

namespace Orchestrator.Ledger;

/// <summary>The crash points of a turn, by what it records: before its commit and behind it.</summary>
/// <param name="writing">What knows which nodes are turns of loops.</param>
internal sealed class TurnPoints(RunWriting writing)
{
    /// <summary>It is written, and not committed.</summary>
    public void Written(LedgerTurn turn)
    {
        if (!CrashPoint.IsOn)
        {
            return;
        }

        CrashPoint.Pass("ledger.turn.before");
        PassIf(Starts(turn), () => CrashPoint.Pass("ledger.start.before"));
        PassIf(turn.Results.Count > 0, () => CrashPoint.Pass("ledger.result.before"));
        PassIf(MovesWatermarks(turn), () => CrashPoint.Pass("ledger.watermark.before"));
        PassIf(HasFiles(turn), () => CrashPoint.Pass("ledger.files.before"));
        PassIf(Hardens(turn), () => CrashPoint.Pass("ledger.hardened.before"));
        PassIf(SetsValues(turn), () => CrashPoint.Pass("value.recorded.before"));
        PassIf(Expands(turn), () => CrashPoint.Pass("turn.recorded.before"));
        PassIf(EndsTurns(turn), () => CrashPoint.Pass("turn.ended.before"));
        PassIf(Ends(turn), () => CrashPoint.Pass("ledger.end.before"));
    }

    /// <summary>It is on disk, and nobody knows.</summary>
    public void Kept(LedgerTurn turn)
    {
        if (!CrashPoint.IsOn)
        {
            return;
        }

        CrashPoint.Pass("ledger.turn.after");
        PassIf(Starts(turn), () => CrashPoint.Pass("ledger.start.after"));
        PassIf(turn.Results.Count > 0, () => CrashPoint.Pass("ledger.result.after"));
        PassIf(MovesWatermarks(turn), () => CrashPoint.Pass("ledger.watermark.after"));
        PassIf(HasFiles(turn), () => CrashPoint.Pass("ledger.files.after"));
        PassIf(Hardens(turn), () => CrashPoint.Pass("ledger.hardened.after"));
        PassIf(SetsValues(turn), () => CrashPoint.Pass("value.recorded.after"));
        PassIf(Expands(turn), () => CrashPoint.Pass("turn.recorded.after"));
        PassIf(EndsTurns(turn), () => CrashPoint.Pass("turn.ended.after"));
        PassIf(Ends(turn), () => CrashPoint.Pass("ledger.end.after"));
    }

    private static void PassIf(bool isSo, Action pass)
    {
        if (isSo)
        {
            pass();
        }
    }

    private static bool Starts(LedgerTurn turn) =>
        turn.Commands.Any(command => command is RecordTransition { To: NodeState.Running, Attempt: > 0 });

    private static bool Hardens(LedgerTurn turn) =>
        turn.Commands.Any(command => command is RecordTransition { To: NodeState.Hardened });

    private static bool Ends(LedgerTurn turn) => turn.Commands.Any(command => command is EndRun);

    private static bool SetsValues(LedgerTurn turn) => turn.Commands.Any(command => command is RecordValue);

    private static bool Expands(LedgerTurn turn) => turn.Commands.Any(command => command is RecordExpansion);

    private bool EndsTurns(LedgerTurn turn) => turn.Commands.OfType<RecordTransition>()
        .Any(transition => HasEnded(transition.To) && writing.IsTurn(transition.Node));

    private static bool HasEnded(NodeState state) =>
        state is not (NodeState.Ready or NodeState.Held or NodeState.Running or NodeState.Cancelling);

    private static bool MovesWatermarks(LedgerTurn turn) => turn.Results.Any(result => result.Watermarks.Count > 0);

    private static bool HasFiles(LedgerTurn turn) => turn.Results.Any(result => result.Files.Count > 0);
}
