namespace Orchestrator.Ledger.Purging;

/// <summary>
/// Removes what is old from a ledger, beside runs at work: in transactions of a few milliseconds with pauses between
/// them. It may be stopped anywhere; the next purge goes on.
/// </summary>
public static class LedgerPurge
{
    /// <summary>What would go; null where there is no ledger.</summary>
    /// <exception cref="LedgerException">It cannot be read.</exception>
    public static PurgeWork? Look(LedgerLocation location, TimeProvider time, PurgeLimits limits)
    {
        using var database = location.OpenForReading(time);
        if (database is null)
        {
            return null;
        }

        using var statements = new StatementCache(database);
        return LedgerFaults.Guarded(location, () => new PurgeReader(statements).Of(limits), LedgerFaults.CannotRead);
    }

    /// <summary>The attempts that began and ended before a moment, of any environment.</summary>
    /// <exception cref="LedgerException">It cannot be read.</exception>
    public static PurgedAttempts AttemptsBefore(LedgerLocation location, TimeProvider time, DateTimeOffset moment)
    {
        using var database = location.OpenForReading(time);
        if (database is null)
        {
            return new PurgedAttempts(0, []);
        }

        using var statements = new StatementCache(database);
        return LedgerFaults.Guarded(location, () =>
        {
            var at = Instant.Of(moment);
            var last = LedgerRows.Single(
                statements["select_purge_attempt"].Bind(at), row => row.Number(0));
            return new PurgedAttempts(last, LedgerRows.All(
                statements["select_purge_attempts_kept"].Bind(last).Bind(at), row => row.Number(0)));
        }, LedgerFaults.CannotRead);
    }

    /// <summary>
    /// Does it. A run is marked first and told of by nobody from then on; what stands outside of the ledger goes next,
    /// so that none is left without a run that leads to it.
    /// </summary>
    /// <param name="location">The ledger.</param>
    /// <param name="time">The clock.</param>
    /// <param name="work">What was looked up.</param>
    /// <param name="marked">Removes what lies outside of the ledger of a run that is marked.</param>
    /// <param name="cancellation">Stops between two transactions.</param>
    /// <returns>Numbers of the runs that are purged: one that a later run continues by now stays.</returns>
    /// <exception cref="LedgerException">The ledger cannot be opened or written.</exception>
    /// <exception cref="OperationCanceledException">It was stopped.</exception>
    public static IReadOnlyList<long> Do(
        LedgerLocation location, TimeProvider time, PurgeWork work, Action<long> marked,
        CancellationToken cancellation)
    {
        using var database = location.OpenForWriting(time);
        using var statements = new StatementCache(database);
        return LedgerFaults.Guarded(location, () =>
        {
            var batches = new PurgeBatches(database, time, cancellation);
            var steps = new PurgeSteps(statements);
            var gone = Mark(statements, batches, work, Instant.Of(time.GetUtcNow()));
            foreach (var run in work.Runs.Where(run => gone.Contains(run.Number)))
            {
                marked(run.Number);
                batches.Do(steps.Run(run));
            }

            batches.Do(work.Events.SelectMany(steps.Events));
            batches.Do(steps.Service(work.Service));
            batches.Do(steps.Plans(), isAlone: true);
            database.Checkpoint(isDue: true);
            return (IReadOnlyList<long>)[.. gone];
        }, LedgerFaults.CannotChange);
    }

    private static HashSet<long> Mark(
        StatementCache statements, PurgeBatches batches, PurgeWork work, long now)
    {
        var gone = work.Runs.Where(run => run.IsAgain).Select(run => run.Number).ToHashSet();
        batches.Do(work.New.Select(run => (Action)(() =>
        {
            // Done again where somebody was in the way, and who came first may continue the run now.
            _ = LedgerRows.Single(
                statements["update_run_purged"].Bind(run.Number).Bind(now), row => row.Number(0)) > 0
                ? gone.Add(run.Number)
                : gone.Remove(run.Number);
        })));
        return gone;
    }
}
