namespace Orchestrator.Ledger;

/// <summary>How a ledger stands.</summary>
public sealed record LedgerStatus
{
    /// <summary>What tells its place from others, without secrets.</summary>
    public required string Place { get; init; }

    /// <summary>Version of its schema.</summary>
    public required long Version { get; init; }

    /// <summary>Bytes that it takes.</summary>
    public required long Bytes { get; init; }

    /// <summary>Runs in it.</summary>
    public required long Runs { get; init; }

    /// <summary>Numbers of the runs at work.</summary>
    public required IReadOnlyList<long> AtWork { get; init; }

    /// <summary>When the newest backup was made; null = none was.</summary>
    public DateTimeOffset? BackedUp { get; init; }

    /// <summary>The file of that backup.</summary>
    public string Backup { get; init; } = "";

    /// <summary>Looks at it, and changes nothing; null where there is none yet.</summary>
    /// <exception cref="LedgerException">It cannot be reached, is newer, or is no ledger.</exception>
    public static LedgerStatus? Of(LedgerLocation location, TimeProvider time)
    {
        using var database = location.OpenForReading(time);
        if (database is null)
        {
            return null;
        }

        return LedgerFaults.Guarded(location, () => Of(location, database), LedgerFaults.CannotRead);
    }

    /// <summary>The version of the schema that this program makes.</summary>
    public static long KnownVersion => LedgerSql.Version;

    /// <summary>The version of a ledger's schema, also of an older one; 0 = there is none.</summary>
    /// <exception cref="LedgerException">It cannot be reached, is newer, or is no ledger.</exception>
    public static long VersionOf(LedgerLocation location, TimeProvider time) =>
        location.Platform.VersionOf(location, time);

    /// <summary>
    /// Brings an older ledger up to date once no run is at work, after a copy of it was made; makes one where there is
    /// none.
    /// </summary>
    /// <returns>The version before and the file of the copy; null where nothing was to be done.</returns>
    /// <exception cref="LedgerException">ORC4123: a run is at work.</exception>
    public static (long From, string Copy)? Migrate(LedgerLocation location, TimeProvider time)
    {
        (long, string)? done = null;
        var patience = new LedgerPatience { Migrated = (from, copy) => done = (from, copy) };
        location.OpenForWriting(time, new LedgerWait(patience, time)).Dispose();
        return done;
    }

    private static LedgerStatus Of(LedgerLocation location, ILedgerDatabase database)
    {
        using var statements = new StatementCache(database);
        var backup = LedgerRows.Single(
            statements["select_last_backup"], row => ((long At, string File)?)(row.Number(0), row.Text(1)));
        return new LedgerStatus
        {
            Place = location.Place,
            Version = database.Version,
            Bytes = database.Bytes,
            Runs = LedgerRows.Single(statements["count_runs"], row => row.Number(0)),
            AtWork = LedgerMigration.RunsAtWork(location, database, null),
            BackedUp = Instant.AtOrNull(backup?.At),
            Backup = backup?.File ?? "",
        };
    }
}
