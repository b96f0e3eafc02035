using Microsoft.Data.Sqlite;
using Orchestrator.Data.Evidence;
using Orchestrator.Data.Sqlite;
using Orchestrator.Ledger;

namespace Orchestrator.Lab.Monitoring;

/// <summary>Reads what `monitor run` keeps, also while it does: neither waits for the other. One thread at a time.
/// </summary>
public sealed class MonitorReader : IDisposable
{
    private const int FoundMax = 10;

    private readonly SqliteDatabase _database;

    private MonitorReader(SqliteDatabase database) => _database = database;

    /// <summary>Opens the file; null where nothing was watched yet.</summary>
    /// <exception cref="SqliteException">SQLite cannot open it.</exception>
    /// <exception cref="IOException">It is another file, of a later version, or on a network folder.</exception>
    public static MonitorReader? Open(string file, TimeProvider time) =>
        MonitorFile.OpenForReading(file, time) is { } database ? new MonitorReader(database) : null;

    /// <summary>The connections that were watched, with what was seen since a moment; of one where it is named.
    /// </summary>
    public IReadOnlyList<WatchRecord> Watches(string? connection, string? environment, DateTimeOffset since) =>
        [.. Rows(
            """
            SELECT watch, connection, environment, platform FROM watches
            WHERE (@1 IS NULL OR connection = @1) AND (@2 IS NULL OR environment = @2) ORDER BY connection, environment
            """,
            row => (Watch: row.GetInt64(0), Connection: row.GetString(1), Environment: row.GetString(2),
                Platform: row.GetString(3)),
            connection, environment).Select(one => Watch(
                one.Watch, one.Connection, one.Environment, one.Platform, Instant.Of(since)))];

    /// <summary>All sightings that were seen since a moment, in the order in which they began.</summary>
    public IReadOnlyList<SightingRecord> Sightings(string? connection, string? environment, DateTimeOffset since) =>
        [.. Rows(
            """
            SELECT g.sighting, g.connection, g.environment, t.text, t.hash, p.hash, p.shape, g.first_at, g.last_at,
                   g.seen, b.hash, b.shape, g.before_at
            FROM (SELECT s.*, w.connection, w.environment,
                         lag(s.plan) OVER (PARTITION BY s.watch, s.statement ORDER BY s.sighting) AS before,
                         lag(s.last_at) OVER (PARTITION BY s.watch, s.statement ORDER BY s.sighting) AS before_at
                  FROM sightings AS s JOIN watches AS w ON w.watch = s.watch
                  WHERE (@1 IS NULL OR w.connection = @1) AND (@2 IS NULL OR w.environment = @2)) AS g
            JOIN statements AS t ON t.statement = g.statement
            JOIN plans AS p ON p.plan = g.plan
            LEFT JOIN plans AS b ON b.plan = g.before
            WHERE g.last_at >= @3
            ORDER BY g.first_at, g.sighting
            """,
            Sighting, connection, environment, Instant.Of(since)).Select(one => one with
            {
                Sessions = Rows(
                    "SELECT application FROM sighting_sessions WHERE sighting = @1 ORDER BY first_at, application",
                    row => row.GetString(0), one.Number),
            })];

    /// <summary>The plans whose hash begins so, some of them.</summary>
    public IReadOnlyList<PlanRecord> Plans(string beginning) => Rows(
        """
        SELECT hash, shape, platform, text FROM plans WHERE substr(hash, 1, length(@1)) = @1 ORDER BY hash LIMIT @2
        """,
        row => new PlanRecord(
            row.GetString(0), row.GetString(1), row.GetString(2), MonitorStore.Unpacked((byte[])row.GetValue(3))),
        beginning, FoundMax);

    public void Dispose() => _database.Dispose();

    private WatchRecord Watch(long watch, string connection, string environment, string platform, long since) => new()
    {
        Connection = connection,
        Environment = environment,
        Platform = platform,
        Periods = Rows(
            """
            SELECT began, ended, looks, fetches, processor_time, server_time, unseen FROM periods
            WHERE watch = @1 AND ended >= @2 ORDER BY began
            """,
            row => Period(row, connection, platform), watch, since),
        Statements = Count(
            "SELECT count(DISTINCT statement) FROM sightings WHERE watch = @1 AND last_at >= @2", watch, since),
        Plans = Count(
            "SELECT count(DISTINCT plan) FROM sightings WHERE watch = @1 AND last_at >= @2", watch, since),
        Waits = Rows(
            """
            SELECT v.wait, v.class, sum(v.sessions) FROM samples AS s JOIN sample_waits AS v ON v.sample = s.sample
            WHERE s.watch = @1 AND s.at >= @2 GROUP BY v.wait, v.class ORDER BY sum(v.sessions) DESC, v.wait
            """,
            row => new SeenWait(row.GetString(0), ClassOf(row.GetString(1)), row.GetInt64(2)), watch, since),
    };

    private static MonitorPeriod Period(SqliteDataReader row, string connection, string platform) => new()
    {
        Connection = connection,
        Platform = platform,
        Began = Instant.At(row.GetInt64(0)),
        Ended = Instant.At(row.GetInt64(1)),
        Looks = row.GetInt64(2),
        Fetches = row.GetInt64(3),
        ProcessorTime = Instant.Duration(row.GetInt64(4)),
        ServerTime = Instant.Duration(row.GetInt64(5)),
        Unseen = row.GetString(6).Split('\n', StringSplitOptions.RemoveEmptyEntries),
    };

    private static SightingRecord Sighting(SqliteDataReader row) => new()
    {
        Number = row.GetInt64(0),
        Connection = row.GetString(1),
        Environment = row.GetString(2),
        Statement = row.GetString(3),
        StatementHash = row.GetString(4),
        Plan = row.GetString(5),
        Shape = row.GetString(6),
        First = Instant.At(row.GetInt64(7)),
        Last = Instant.At(row.GetInt64(8)),
        Seen = row.GetInt64(9),
        Before = row.IsDBNull(10) ? null
            : new EarlierPlan(row.GetString(10), row.GetString(11), Instant.At(row.GetInt64(12))),
    };

    // A later version may know more of them.
    private static WaitClass ClassOf(string word) =>
        Enum.TryParse<WaitClass>(word, out var known) ? known : WaitClass.Other;

    private long Count(string sql, params IReadOnlyList<object?> values) =>
        Rows(sql, row => row.GetInt64(0), values)[0];

    private List<T> Rows<T>(string sql, Func<SqliteDataReader, T> read, params IReadOnlyList<object?> values)
    {
        using var command = SqliteScalar.Command(
            _database, sql, [.. values.Select((value, i) => ($"@{i + 1}", value))]);
        using var reader = command.ExecuteReader();
        List<T> rows = [];
        while (reader.Read())
        {
            rows.Add(read(reader));
        }

        return rows;
    }
}
