using Orchestrator.Data.Sqlite;
using Orchestrator.Ledger;

namespace Orchestrator.Lab.Monitoring;

/// <summary>
/// Removes what is too old or too much, the oldest first, in short transactions: samples, then the times in which a
/// statement had a plan, then plans and statements that nothing refers to any more. The file gets no smaller by that,
/// and what is free in it is used again.
/// </summary>
internal sealed class MonitorBounds : IDisposable
{
    private const int RowsOfStep = 500;
    private const int PartOfStep = 20;

    // Down to this share of the limit, or each sample that comes would remove another one.
    private const double Enough = 0.9;

    private readonly SqliteDatabase _database;
    private readonly MonitorLimits _limits;
    private readonly CancellationToken _cancellation;
    private readonly MonitorCommand _oldSamples;
    private readonly MonitorCommand _oldSightings;
    private readonly MonitorCommand _oldSessions;
    private readonly MonitorCommand _oldPeriods;
    private readonly MonitorCommand _leftPlans;
    private readonly MonitorCommand _leftStatements;
    private readonly MonitorCommand _sampleAt;
    private readonly MonitorCommand _sightingAt;

    public MonitorBounds(SqliteDatabase database, MonitorLimits limits, CancellationToken cancellation)
    {
        (_database, _limits, _cancellation) = (database, limits, cancellation);
        _oldSamples = new MonitorCommand(database,
            """
            DELETE FROM samples WHERE sample IN
                (SELECT sample FROM samples WHERE at < @1 ORDER BY sample LIMIT @2)
            """, 2);
        _oldSightings = new MonitorCommand(database,
            """
            DELETE FROM sightings WHERE sighting IN
                (SELECT sighting FROM sightings WHERE last_at < @1 ORDER BY last_at LIMIT @2)
            """, 2);
        _oldSessions = new MonitorCommand(database, "DELETE FROM sighting_sessions WHERE last_at < @1", 1);
        _oldPeriods = new MonitorCommand(database, "DELETE FROM periods WHERE ended < @1", 1);
        _leftPlans = new MonitorCommand(database,
            "DELETE FROM plans WHERE NOT EXISTS (SELECT 1 FROM sightings AS s WHERE s.plan = plans.plan)", 0);
        _leftStatements = new MonitorCommand(database,
            "DELETE FROM statements WHERE statement NOT IN (SELECT statement FROM sightings)", 0);
        _sampleAt = new MonitorCommand(database, "SELECT at FROM samples ORDER BY sample LIMIT 1 OFFSET @1", 1);
        _sightingAt = new MonitorCommand(database,
            "SELECT last_at FROM sightings ORDER BY last_at LIMIT 1 OFFSET @1", 1);
    }

    /// <summary>Bytes that what is kept takes.</summary>
    public long Bytes => (SqliteScalar.Long(_database, "PRAGMA page_count")
        - SqliteScalar.Long(_database, "PRAGMA freelist_count")) * SqliteScalar.Long(_database, "PRAGMA page_size");

    /// <summary>Removes what is beyond the limits.</summary>
    /// <returns>Whether statements or plans may be gone.</returns>
    public bool Trim(DateTimeOffset now)
    {
        var isGone = RemoveBefore(Instant.Of(now - _limits.AgeMax));
        var most = _limits.BytesMax - _limits.LogBytesMax;
        if (Bytes <= most)
        {
            return isGone;
        }

        while (Bytes > most * Enough && NextEnd() is { } end)
        {
            isGone |= RemoveBefore(end);
        }

        return isGone;
    }

    public void Dispose()
    {
        foreach (var command in (MonitorCommand[])
        [
            _oldSamples, _oldSightings, _oldSessions, _oldPeriods, _leftPlans, _leftStatements, _sampleAt, _sightingAt,
        ])
        {
            command.Dispose();
        }
    }

    /// <summary>Up to when the next step removes: a part of the samples; without any, of the sightings.</summary>
    private long? NextEnd()
    {
        var samples = SqliteScalar.Long(_database, "SELECT count(*) FROM samples");
        if (samples > 0)
        {
            return _sampleAt.Run(samples / PartOfStep) + 1;
        }

        var sightings = SqliteScalar.Long(_database, "SELECT count(*) FROM sightings");
        return sightings > 0 ? _sightingAt.Run(sightings / PartOfStep) + 1 : null;
    }

    private bool RemoveBefore(long moment)
    {
        while (Within(() => _oldSamples.Change(moment, (long)RowsOfStep)) == RowsOfStep)
        {
            _cancellation.ThrowIfCancellationRequested();
        }

        var sightings = 0;
        int removed;
        do
        {
            removed = Within(() => _oldSightings.Change(moment, (long)RowsOfStep));
            sightings += removed;
        }
        while (removed == RowsOfStep);
        Within(() => _oldSessions.Change(moment) + _oldPeriods.Change(moment));
        return sightings > 0 && Within(() => _leftPlans.Change() + _leftStatements.Change()) > 0;
    }

    private int Within(Func<int> remove)
    {
        _database.BeginImmediate(_cancellation);
        try
        {
            var rows = remove();
            _database.Commit();
            return rows;
        }
        finally
        {
            _database.Rollback();
        }
    }
}
