using Orchestrator.Core;
using Orchestrator.Ledger.Leases;

namespace Orchestrator.Ledger;

/// <summary>What the ledger says of itself, for who looks whether anything is odd.</summary>
public sealed partial class LedgerReader
{
    /// <summary>The runs that have no end in it, oldest first: at work, or dead and not yet recorded as such.</summary>
    public IReadOnlyList<RunRecord> NotEnded() => [.. All(() => _statements["select_runs_not_ended"], LedgerRows.Run)
        .Select(Truth).Where(run => run.Verdict is null or RunVerdict.EndedUnexpectedly)];

    /// <summary>The last numbers of a run and an attempt that it has given; none is given twice.</summary>
    public (long Run, long Attempt) LastGiven => Guarded(() => LedgerCopy.LastGiven(_database));

    /// <summary>Who has the right to run, or had it and did not give it back.</summary>
    public IReadOnlyList<LeaseState> Leases() => [.. Guarded(() => LeaseStatements.All(_database, _statements))
        .Select(one => LeaseState.Of(one.Batch, one.Environment, one.Lease, _database.HasSessions,
            RunLock.IsHeld(_location, one.Batch, one.Environment)))];

    /// <summary>What is damaged in it, some of it; of a server nothing, as it looks after that itself.</summary>
    /// <exception cref="OperationCanceledException">The token fired before all was looked at.</exception>
    public IReadOnlyList<string> Damage(CancellationToken cancellation) =>
        Guarded(() => _database.Damage(cancellation));

    /// <summary>What was taken over in an environment, each package once: its rows up to a number are kept.</summary>
    public IReadOnlyList<AdoptedRows> Adoptions(string environment) => All(
        () => _statements["select_adoptions"].Bind(environment), LedgerRows.Adopted);

    /// <summary>The targets of an environment that were found older than the ledger, in the order in which they were.
    /// </summary>
    public IReadOnlyList<AdoptedRows> Undone(string environment) => All(
        () => _statements["select_adoptions_undone"].Bind(environment), LedgerRows.Adopted);

    /// <summary>The newest attempt of a package that counts as loaded and is in its target; 0 = none.</summary>
    public long LastLoad(string environment, string node) =>
        Single(() => _statements["select_last_load"].Bind(node).Bind(environment), row => row.Number(0));

    /// <summary>Whether it has an attempt of that number, of that very run.</summary>
    /// <param name="run">Number of the run.</param>
    /// <param name="attempt">Number of the attempt.</param>
    /// <param name="token">What the run has written into the marker (<see cref="RunToken"/>).</param>
    /// <param name="isBegun">Whether the run is the one that asks: it writes no token without its id.</param>
    public bool Knows(long run, long attempt, long token, Func<long, bool> isBegun) =>
        AttemptOf(attempt) is { } found && found.Run == run && !RunToken.IsOfAnother(token, found.Id)
        && !(RunToken.IsBare(token) && isBegun(run));

    /// <summary>The run of an attempt that may still be at work: it is in no state that is an end, also a success whose
    /// flush is still to come, and its run lives as far as anybody can say; 0 = it is over, or of the run that asks.
    /// </summary>
    public long AtWork(long attempt, long own) =>
        AttemptOf(attempt) is { IsOpen: true } found && found.Run != own
        && Run(found.Run) is { Verdict: null } run && SilentFor(run) is null ? found.Run : 0;

    /// <summary>Whether an attempt of another run has succeeded, and it is not known whether it is on disk.</summary>
    public bool IsUnjudged(long attempt, long own) =>
        AttemptOf(attempt) is { IsUnjudged: true } found && found.Run != own;

    private sealed record AttemptFound(long Run, NodeState State, Guid Id, long? Scope)
    {
        public bool IsOpen => State is NodeState.Running or NodeState.Cancelling || IsUnjudged;

        public bool IsUnjudged => State == NodeState.Succeeded && Scope is not null;
    }

    private AttemptFound? AttemptOf(long attempt) => Single(
        () => _statements["select_attempt_run"].Bind(attempt),
        row => new AttemptFound(row.Number(0), EnumWords<NodeState>.Parse(row.Text(1)), Guid.Parse(row.Text(2)),
            row.NumberOrNull(3)));
}
