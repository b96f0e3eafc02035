namespace Orchestrator.Ledger;

/// <summary>
/// Up to which number of an attempt the rows in the target of a package are kept as good, whatever this ledger knows of
/// such attempts.
/// </summary>
/// <param name="Node">Name of the package.</param>
/// <param name="LastAttempt">The last such number.</param>
public sealed record AdoptedRows(string Node, long LastAttempt)
{
    /// <summary>When it was recorded.</summary>
    public DateTimeOffset At { get; init; }

    /// <summary>The last change of any watermark before it was recorded: what is changed since says where to go on.
    /// </summary>
    public long AfterChange { get; init; }

    /// <summary>
    /// Where the target is older than the ledger: the last number of an attempt of which nothing is in it. What those
    /// attempts above <see cref="LastAttempt"/> have loaded counts no more. 0 = it is not older.
    /// </summary>
    public long UndoneTo { get; init; }

    /// <summary>Whether nothing of an attempt is in the target any more.</summary>
    public bool HasUndone(long attempt) => attempt > LastAttempt && attempt <= UndoneTo;
}

/// <summary>
/// Takes over targets that another ledger, or this one before it was put back, has loaded: their rows are kept as
/// good, and numbers go on behind all that they hold.
/// </summary>
public static class LedgerAdoption
{
    /// <summary>
    /// Records it, all or nothing, beside no run, and returns when it is on disk; makes a ledger that is not there.
    /// Doing it again does no harm.
    /// </summary>
    /// <param name="location">The ledger.</param>
    /// <param name="time">The clock.</param>
    /// <param name="environment">The environment of the packages.</param>
    /// <param name="adopted">What is kept.</param>
    /// <param name="last">The last numbers of a run of this ledger and of any attempt that targets hold.</param>
    /// <exception cref="LedgerException">
    /// ORC4123: a run is at work. The ledger cannot be opened or written.
    /// </exception>
    public static void Record(
        LedgerLocation location, TimeProvider time, string environment, IReadOnlyList<AdoptedRows> adopted,
        (long Run, long Attempt) last)
    {
        using var database = location.OpenForWriting(time);
        _ = LedgerFaults.Guarded(
            location, () => Commit(location, database, () =>
            {
                LedgerCopy.GoBehind(database, last.Run, last.Attempt);
                Insert(database, environment, adopted, time.GetUtcNow());
            }),
            LedgerFaults.CannotChange);
    }

    private static bool Commit(LedgerLocation location, ILedgerDatabase database, Action work)
    {
        database.BeginAlone(CancellationToken.None);
        try
        {
            LedgerMigration.RefuseRunsAtWork(location, database, null, "moved behind its targets");
            work();
            database.Commit();
            return true;
        }
        finally
        {
            database.Rollback();
        }
    }

    private static void Insert(
        ILedgerDatabase database, string environment, IReadOnlyList<AdoptedRows> adopted, DateTimeOffset now)
    {
        using var statements = new StatementCache(database);
        foreach (var rows in adopted)
        {
            statements["insert_adoption"].Bind(environment).Bind(rows.Node).Bind(rows.LastAttempt)
                .Bind(RunOrigin.OfThisProcess().User).Bind(Instant.Of(now)).Bind(rows.UndoneTo).Run();
        }
    }
}
