using Orchestrator.Ledger.Columns;

namespace Orchestrator.Ledger.Purging;

/// <summary>What is kept of the runs of an environment.</summary>
/// <param name="Environment">The environment; runs of others stay.</param>
/// <param name="Runs">Runs that ended before go, with all that hangs on them.</param>
/// <param name="Events">Of runs that ended before, transitions and samples go; not before the runs' own moment.</param>
public sealed record PurgeLimits(string Environment, DateTimeOffset Runs, DateTimeOffset Events)
{
    /// <summary>Rejected rows of attempts before it go; not before the moment of the runs.</summary>
    public DateTimeOffset Rejects { get; init; }
}

/// <summary>What a purge would remove from a ledger.</summary>
/// <param name="Runs">The runs, newest first, with those of an earlier purge that left something.</param>
/// <param name="Events">Numbers of further runs whose transitions and samples go.</param>
public sealed record PurgeWork(IReadOnlyList<PurgedRun> Runs, IReadOnlyList<long> Events)
{
    /// <summary>What services have recorded that goes.</summary>
    public PurgedService Service { get; init; } = PurgedService.None;

    /// <summary>The runs that are not purged yet.</summary>
    public IEnumerable<PurgedRun> New => Runs.Where(run => !run.IsAgain);
}

/// <summary>
/// Rows of services that ended before the runs' own moment; the newest firing of each trigger stays, as what is due
/// next depends on it.
/// </summary>
/// <param name="Firings">Firings.</param>
/// <param name="Audit">Entries of the audit log.</param>
/// <param name="Others">Services that stopped, pauses that ended, requests that were answered, alerts that were sent or
/// given up.</param>
public sealed record PurgedService(long Firings, long Audit, long Others)
{
    /// <summary>Nothing.</summary>
    public static PurgedService None { get; } = new(0, 0, 0);

    /// <summary>Whether there is none.</summary>
    public bool IsEmpty => Firings + Audit + Others == 0;

    /// <summary>Of which environment.</summary>
    internal string Environment { get; init; } = "";

    /// <summary>What ended before goes.</summary>
    internal long Before { get; init; }
}

/// <summary>A run that goes.</summary>
/// <param name="Ended">When it ended.</param>
/// <param name="Needed">Its nodes whose attempts are still needed, in order.</param>
/// <param name="IsAgain">Whether a purge before this one has begun with it.</param>
public sealed record PurgedRun(
    long Number, DateTimeOffset Ended, IReadOnlyList<int> Needed, bool IsAgain);

/// <summary>A run as far as a purge has to know it.</summary>
internal sealed record PurgeCandidate(
    long Number, string Batch, string Environment, long? Continues, long? Ended, bool IsPurged)
{
    /// <summary>Reads it; solutions have batches of their own.</summary>
    public static PurgeCandidate Read(Statement row) => new(
        row.Number(PurgeRunColumns.Run), $"{row.Text(PurgeRunColumns.Solution)}/{row.Text(PurgeRunColumns.Batch)}",
        row.Text(PurgeRunColumns.Environment), row.NumberOrNull(PurgeRunColumns.Continues),
        row.NumberOrNull(PurgeRunColumns.EndedAt), !row.IsNull(PurgeRunColumns.PurgedAt));
}
