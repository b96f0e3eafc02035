using Orchestrator.Data.Sqlite;

namespace Orchestrator.Lab.Monitoring;

/// <summary>What `monitor run` asks of its file, prepared once.</summary>
internal sealed class MonitorStatements(SqliteDatabase database) : IDisposable
{
    public MonitorCommand AddWatch { get; } = new(database,
        "INSERT OR IGNORE INTO watches (connection, environment, platform) VALUES (@1, @2, @3)", 3);

    public MonitorCommand FindWatch { get; } = new(database,
        "SELECT watch FROM watches WHERE connection = @1 AND environment = @2", 2);

    public MonitorCommand AddStatement { get; } = new(database,
        "INSERT OR IGNORE INTO statements (hash, text) VALUES (@1, @2)", 2);

    public MonitorCommand FindStatement { get; } = new(database,
        "SELECT statement FROM statements WHERE hash = @1", 1);

    public MonitorCommand AddPlan { get; } = new(database,
        "INSERT OR IGNORE INTO plans (hash, shape, platform, text) VALUES (@1, @2, @3, @4)", 4);

    public MonitorCommand FindPlan { get; } = new(database, "SELECT plan FROM plans WHERE hash = @1", 1);

    public MonitorCommand PlanOf { get; } = new(database, "SELECT hash, shape FROM plans WHERE plan = @1", 1);

    public MonitorCommand LastSightings { get; } = new(database,
        """
        SELECT sighting, plan, first_at FROM sightings
        WHERE watch = @1 AND statement = @2 AND last_at >=
            (SELECT first_at FROM sightings WHERE watch = @1 AND statement = @2 ORDER BY sighting DESC LIMIT 1)
        ORDER BY sighting
        """, 2);

    public MonitorCommand TextOf { get; } = new(database, "SELECT text FROM statements WHERE statement = @1", 1);

    public MonitorCommand AddPeriod { get; } = new(database,
        """
        INSERT INTO periods (watch, began, ended, looks, fetches, processor_time, server_time, unseen)
        VALUES (@1, @2, @3, 0, 0, 0, 0, '') RETURNING period
        """, 3);

    public MonitorCommand UpdatePeriod { get; } = new(database,
        """
        UPDATE periods SET ended = @1, looks = @2, fetches = @3, processor_time = @4, server_time = @5, unseen = @6
        WHERE period = @7
        """, 7);

    public MonitorCommand AddSample { get; } = new(database,
        "INSERT INTO samples (watch, at, sessions) VALUES (@1, @2, @3) RETURNING sample", 3);

    public MonitorCommand AddWait { get; } = new(database,
        "INSERT INTO sample_waits (sample, wait, class, sessions) VALUES (@1, @2, @3, @4)", 4);

    public MonitorCommand AddSighting { get; } = new(database,
        """
        INSERT INTO sightings (watch, statement, plan, first_at, last_at, seen)
        VALUES (@1, @2, @3, @4, @5, @6) RETURNING sighting
        """, 6);

    public MonitorCommand UpdateSighting { get; } = new(database,
        "UPDATE sightings SET last_at = @1, seen = seen + @2 WHERE sighting = @3", 3);

    public MonitorCommand AddSession { get; } = new(database,
        """
        INSERT INTO sighting_sessions (sighting, application, first_at, last_at, seen) VALUES (@1, @2, @3, @4, @5)
        ON CONFLICT (sighting, application) DO UPDATE SET last_at = excluded.last_at, seen = seen + excluded.seen
        """, 5);

    public void Dispose()
    {
        foreach (var command in (MonitorCommand[])
        [
            AddWatch, FindWatch, AddStatement, FindStatement, AddPlan, FindPlan, PlanOf, TextOf, LastSightings,
            AddPeriod, UpdatePeriod, AddSample, AddWait, AddSighting, UpdateSighting, AddSession,
        ])
        {
            command.Dispose();
        }
    }
}
