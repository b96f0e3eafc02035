using Npgsql;
using Orchestrator.Data.Evidence;

namespace Orchestrator.Data.PostgreSql;

/// <summary>
/// Looks at a database through its statistics. Commits are those of the database, the log is the server's, and waits
/// are sampled: PostgreSQL counts none.
/// </summary>
internal sealed class PostgreSqlEvidence : IEvidence
{
    private const int PatienceSeconds = 5;
    private const int WithLog = 14;
    private const int WithLogInIo = 18;

    private readonly NpgsqlDataSource _server;
    private readonly NpgsqlConnection _connection;
    private readonly NpgsqlCommand _look;
    private readonly NpgsqlCommand _count;
    private readonly List<string> _missing = [];
    private readonly bool _syncsLog;

    /// <summary>Connects.</summary>
    public PostgreSqlEvidence(DatabaseAddress address, DatabaseUse use)
    {
        _server = PostgreSqlAddress.Complete(address, use.Application);
        try
        {
            _connection = _server.OpenConnection();
            _syncsLog = FindMissing();
            _look = Prepared(PostgreSqlScripts.Read("evidence_look"));
            _count = Prepared(PostgreSqlScripts.Read(_connection.PostgreSqlVersion.Major switch
            {
                < WithLog => "evidence_counts",
                < WithLogInIo => "evidence_counts_14",
                _ => "evidence_counts_18",
            }));
        }
        catch
        {
            _connection?.Dispose();
            _server.Dispose();
            throw;
        }
    }

    public IReadOnlyList<string> Missing => _missing;

    public bool IsOnThisMachine { get; private set; }

    public bool CountsWaits => false;

    public EvidenceCounts Count()
    {
        using var reader = _count.ExecuteReader();
        return reader.Read()
            ? new EvidenceCounts(
                Number(reader, 0), _syncsLog ? Number(reader, 1) : null, Number(reader, 2), [], TimeOf(reader))
            : new EvidenceCounts(null, null, null, [], TimeSpan.Zero);
    }

    public EvidenceSnapshot Look()
    {
        List<SeenSession> sessions = [];
        var took = TimeSpan.Zero;
        using var reader = _look.ExecuteReader();
        while (reader.Read())
        {
            took = TimeOf(reader);
            if (Number(reader, 0) is { } session)
            {
                var wait = PostgreSqlWaits.NameOf(Text(reader, 1), Text(reader, 2));
                sessions.Add(new SeenSession(session, wait, PostgreSqlWaits.ClassOf(wait)));
            }
        }

        return new EvidenceSnapshot(sessions, took);
    }

    public IReadOnlyList<BlockedSession> Blocked()
    {
        using var command = Command(PostgreSqlScripts.Read("blocked"));
        return command.Rows(row => new BlockedSession(row.GetInt32(0), row.GetString(1)));
    }

    public void Dispose()
    {
        _look.Dispose();
        _count.Dispose();
        _connection.Dispose();
        _server.Dispose();
    }

    /// <summary>Whether the server syncs its log at all.</summary>
    private bool FindMissing()
    {
        using var command = Command(PostgreSqlScripts.Read("evidence_sees"));
        using var reader = command.ExecuteReader();
        reader.Read();
        Miss(reader.GetInt32(0) == 0, "waits of other users: not available: needs pg_read_all_stats");
        Miss(_connection.PostgreSqlVersion.Major < WithLog, "flushes, log bytes: not available: needs PostgreSQL 14");
        Miss(reader.GetInt32(1) == 0, "flushes: not available: needs fsync = on");
        Miss(reader.GetInt32(2) == 0, "waits: not available: needs track_activities = on");
        Miss(reader.GetInt32(3) == 0, "commits: not available: needs track_counts = on");
        IsOnThisMachine = reader.GetInt32(4) > 0;
        return reader.GetInt32(1) > 0;
    }

    private void Miss(bool isMissing, string what)
    {
        if (isMissing)
        {
            _missing.Add(what);
        }
    }

    private NpgsqlCommand Prepared(string sql)
    {
        var command = Command(sql);
        command.Prepare();
        return command;
    }

    private NpgsqlCommand Command(string sql)
    {
        var command = PostgreSqlCommands.Make(_connection, sql, []);
        command.CommandTimeout = PatienceSeconds;
        return command;
    }

    // The last column is the time that the server took, from the beginning of the statement's own transaction on.
    private static TimeSpan TimeOf(NpgsqlDataReader reader) => TimeSpan.FromMicroseconds(reader.GetInt64(3));

    private static long? Number(NpgsqlDataReader reader, int column) =>
        reader.IsDBNull(column) ? null : Convert.ToInt64(reader.GetValue(column), null);

    private static string? Text(NpgsqlDataReader reader, int column) =>
        reader.IsDBNull(column) ? null : reader.GetString(column);
}
