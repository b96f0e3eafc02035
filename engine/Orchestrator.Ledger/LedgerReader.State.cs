using Orchestrator.Engine;
using Orchestrator.Ledger.Leases;

namespace Orchestrator.Ledger;

/// <summary>What the ledger says of itself, for who looks whether anything is odd.</summary>
public sealed partial class LedgerReader
{
    /// <summary>The runs that have no end in it, oldest first: at work, or dead and not yet recorded as such.</summary>
    public IReadOnlyList<RunRecord> NotEnded() => [.. All(() => statements["select_runs_not_ended"], LedgerRows.Run)
        .Select(Truth).Where(run => run.Verdict is null or RunVerdict.EndedUnexpectedly)];

    /// <summary>The last numbers of a run and an attempt that it has given; none is given twice.</summary>
    public (long Run, long Attempt) LastGiven => Guarded(() => LedgerCopy.LastGiven(database));

    /// <summary>Who has the right to run, or had it and did not give it back.</summary>
    public IReadOnlyList<LeaseState> Leases() => [.. Guarded(() => LeaseStatements.All(database, statements))
        .Select(one => LeaseState.Of(one.Batch, one.Environment, one.Lease, database.HasSessions,
            RunLock.IsHeld(location, one.Batch, one.Environment)))];

    /// <summary>What is damaged in it, some of it; of a server nothing, as it looks after that itself.</summary>
    /// <exception cref="OperationCanceledException">The token fired before all was looked at.</exception>
    public IReadOnlyList<string> Damage(CancellationToken cancellation) =>
        Guarded(() => database.Damage(cancellation));

    /// <summary>What was taken over in an environment, each package once: its rows up to a number are kept.</summary>
    public IReadOnlyList<AdoptedRows> Adoptions(string environment) => All(
        () => statements["select_adoptions"].Bind(environment),
        row => new AdoptedRows(row.Text(0), row.Number(1)) { At = Instant.At(row.Number(2)) });
}
