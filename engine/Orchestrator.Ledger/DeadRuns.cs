using Orchestrator.Core.Leases;
using Orchestrator.Ledger.Leases;

namespace Orchestrator.Ledger;

/// <summary>
/// The runs that died without saying so. Their locks are held until the object is disposed, after the commit, so
/// that nobody begins such a batch meanwhile.
/// </summary>
internal sealed class DeadRuns(
    LedgerLocation location, ILedgerDatabase database, StatementCache statements, RunLock held,
    Action<long>? promised) : IDisposable
{
    /// <summary>Why what was at work then has ended, and what had not begun never will.</summary>
    public const string Why = "the run ended unexpectedly";

    private const string Message =
        "The process that ran this package ended without a word: it was killed, or the machine went down. "
        + "How far the package came is unknown; `orchestrator retry` runs it again.";

    private readonly List<RunLock> _taken = [];

    /// <summary>Ends them, inside the transaction of the caller.</summary>
    public IReadOnlyList<RunRecord> Close() => [.. NotEnded().Where(IsDead).Select(Close)];

    public void Dispose() => _taken.ForEach(taken => taken.Dispose());

    private RunRecord Close(RunRecord run)
    {
        promised?.Invoke(run.Number);
        var heard = LedgerRows.Single(statements["select_last_heard"].Bind(run.Number), row => row.Number(0));
        RequestWriter.Close(statements, run.Number, heard);
        statements["close_errors"].Bind(run.Number).Bind(LedgerCodes.EndedUnexpectedly).Bind(Message).Run();
        statements["close_transitions"].Bind(run.Number).Bind(Why).Bind(heard).Run();
        statements["close_attempts"].Bind(run.Number).Run();
        statements["close_nodes"].Bind(run.Number).Bind(Why).Bind(heard).Run();
        statements["update_run_end"].Bind(run.Number).Bind(heard)
            .Bind(EnumWords<Core.RunVerdict>.Of(Core.RunVerdict.EndedUnexpectedly)).Run();
        return LedgerRows.Single(statements["select_run"].Bind(run.Number), LedgerRows.Run)!;
    }

    private List<RunRecord> NotEnded() => LedgerRows.All(statements["select_runs_not_ended"], LedgerRows.Run);

    private bool IsDead(RunRecord run)
    {
        if (Holds(held, run) || _taken.Any(own => Holds(own, run)))
        {
            return true;
        }

        if (location.Platform.TryLock(location, run.Batch, run.Environment) is not { } free)
        {
            return false;
        }

        if (IsHeld(run))
        {
            free.Dispose();
            return false;
        }

        _taken.Add(free);
        return true;
    }

    // The session of a lock can be lost for a moment while its run lives.
    private bool IsHeld(RunRecord run) => database.HasSessions
        && LeaseStatements.Read(database, statements, run.Batch, run.Environment) is { } lease
        && lease.Run == run.Number
        && LeaseRules.Take(lease.Found, isLockFree: true, hasSessions: true) == LeaseVerdict.Held;

    private static bool Holds(RunLock own, RunRecord run) =>
        own.Batch == run.Batch && own.Environment == run.Environment;
}
