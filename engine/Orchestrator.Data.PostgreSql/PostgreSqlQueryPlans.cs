using Npgsql;
using Orchestrator.Data.QueryPlans;

namespace Orchestrator.Data.PostgreSql;

/// <summary>
/// Sees the statements of sessions in pg_stat_activity, and asks for the plan of one with EXPLAIN. A statement's
/// signature are the facts that the planner goes by, of all relations that it looked at the last time.
/// </summary>
/// <remarks>
/// A planner computes what is constant: functions that say of themselves that they change nothing run there, with the
/// rights of who explains. So only statements are explained whose user could be ours anyway.
/// </remarks>
internal sealed class PostgreSqlQueryPlans : IQueryPlans
{
    private const int KnownMax = 10_000;

    // Whatever others lock or let grow, who looks does not stand in a queue for it.
    private static readonly TimeSpan StatementTimeout = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan LockTimeout = TimeSpan.FromMilliseconds(200);

    private readonly NpgsqlDataSource _server;
    private readonly NpgsqlConnection _connection;
    private readonly PostgreSqlExplain _explain;
    private readonly List<string> _missing = [];
    private readonly Dictionary<string, string> _texts = new(StringComparer.Ordinal);
    private readonly Dictionary<string, IReadOnlyList<long>> _relations = new(StringComparer.Ordinal);

    /// <summary>Connects.</summary>
    public PostgreSqlQueryPlans(DatabaseAddress address, DatabaseUse use, Dialect dialect)
    {
        _server = PostgreSqlAddress.Complete(address, use.Application);
        try
        {
            _connection = _server.OpenConnection();
            using (ReadTransaction())
            {
                FindMissing();
            }

            _explain = new PostgreSqlExplain(_connection, dialect);
        }
        catch
        {
            _connection?.Dispose();
            _server.Dispose();
            throw;
        }
    }

    public IReadOnlyList<string> Missing => _missing;

    public IReadOnlyList<SeenStatement> Look(TimeSpan since)
    {
        _texts.Clear();
        using var transaction = ReadTransaction();
        var seen = Seen(since);
        var facts = Facts(seen.SelectMany(one => _relations.GetValueOrDefault(one.Key) ?? []));
        return [.. seen.Select(one => one with { Signature = Signature(one.Key, facts) })];
    }

    public FetchedPlan Fetch(SeenStatement statement)
    {
        var text = _texts[statement.Key];
        if (_relations.Count >= KnownMax)
        {
            _relations.Clear();
        }

        var found = _explain.Of(text);
        _relations[statement.Key] = found.Relations;
        using var transaction = ReadTransaction();
        return new FetchedPlan(
            text, found.Plan, Signature(statement.Key, Facts(found.Relations)), found.WhyNot);
    }

    public void Dispose()
    {
        _connection.Dispose();
        _server.Dispose();
    }

    private PostgreSqlReadTransaction ReadTransaction() => new(_connection, StatementTimeout, LockTimeout);

    private List<SeenStatement> Seen(TimeSpan since)
    {
        using var command = Command("plans_look", ("seconds", (long)Math.Ceiling(since.TotalSeconds)));
        using var reader = command.ExecuteReader();
        List<SeenStatement> seen = [];
        while (reader.Read())
        {
            var wait = reader.GetBoolean(2) ? PostgreSqlWaits.NameOf(Text(reader, 3), Text(reader, 4)) : null;
            var text = Text(reader, 5) ?? "";
            var whyNot = text.Length == 0 || text == "<insufficient privilege>" ? "hidden from this user"
                : reader.GetBoolean(6) ? "cut by the server (track_activity_query_size)"
                : !reader.GetBoolean(7) ? "of a user with other rights"
                : "";
            var key = whyNot.Length == 0 ? StatementText.Hash(text) : "";
            _texts[key] = text;
            seen.Add(new SeenStatement
            {
                Session = reader.GetInt32(0),
                Application = Text(reader, 1) ?? "",
                Wait = wait,
                Class = wait is null ? default : PostgreSqlWaits.ClassOf(wait),
                Key = key,
                WhyNot = whyNot,
            });
        }

        return seen;
    }

    private Dictionary<long, string> Facts(IEnumerable<long> oids)
    {
        var facts = new Dictionary<long, string>();
        var all = oids.Distinct().ToList();
        if (all.Count > 0)
        {
            using var command = Command("plans_relations", ("oids", $"{{{string.Join(',', all)}}}"));
            using var reader = command.ExecuteReader();
            while (reader.Read())
            {
                facts[reader.GetInt64(0)] = reader.GetString(1);
            }
        }

        return facts;
    }

    private string Signature(string key, Dictionary<long, string> facts) => string.Join(
        '|', (_relations.GetValueOrDefault(key) ?? []).Select(oid => facts.GetValueOrDefault(oid) ?? "gone"));

    private void FindMissing()
    {
        using var command = Command("evidence_sees");
        using var reader = command.ExecuteReader();
        reader.Read();
        if (reader.GetInt32(0) == 0)
        {
            _missing.Add("statements of other users: not available: needs pg_read_all_stats");
        }

        if (reader.GetInt32(2) == 0)
        {
            _missing.Add("statements and waits: not available: needs track_activities = on");
        }
    }

    private NpgsqlCommand Command(string script, params IReadOnlyList<(string Name, object? Value)> values)
    {
        var command = PostgreSqlCommands.Make(_connection, PostgreSqlScripts.Read(script), values);
        command.CommandTimeout = PostgreSqlReadTransaction.PatienceSeconds;
        return command;
    }

    private static string? Text(NpgsqlDataReader reader, int column) =>
        reader.IsDBNull(column) ? null : reader.GetString(column);
}
