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

    private readonly NpgsqlDataSource server;
    private readonly NpgsqlConnection connection;
    private readonly PostgreSqlExplain explain;
    private readonly List<string> missing = [];
    private readonly Dictionary<string, string> texts = new(StringComparer.Ordinal);
    private readonly Dictionary<string, IReadOnlyList<long>> relations = new(StringComparer.Ordinal);

    /// <summary>Connects.</summary>
    public PostgreSqlQueryPlans(DatabaseAddress address, DatabaseUse use, Dialect dialect)
    {
        server = PostgreSqlAddress.Complete(address, use.Application);
        try
        {
            connection = server.OpenConnection();
            using (ReadTransaction())
            {
                FindMissing();
            }

            explain = new PostgreSqlExplain(connection, dialect);
        }
        catch
        {
            connection?.Dispose();
            server.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public IReadOnlyList<string> Missing => missing;

    /// <inheritdoc/>
    public bool IsOnThisMachine { get; private set; }

    /// <inheritdoc/>
    public IReadOnlyList<SeenStatement> Look(TimeSpan since)
    {
        texts.Clear();
        using var transaction = ReadTransaction();
        var seen = Seen(since);
        var facts = Facts(seen.SelectMany(one => relations.GetValueOrDefault(one.Key) ?? []));
        return [.. seen.Select(one => one with { Signature = Signature(one.Key, facts) })];
    }

    /// <inheritdoc/>
    public FetchedPlan Fetch(SeenStatement statement)
    {
        var text = texts[statement.Key];
        if (relations.Count >= KnownMax)
        {
            relations.Clear();
        }

        var found = explain.Of(text);
        relations[statement.Key] = found.Relations;
        using var transaction = ReadTransaction();
        return new FetchedPlan(
            text, found.Plan, Signature(statement.Key, Facts(found.Relations)), found.WhyNot);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        connection.Dispose();
        server.Dispose();
    }

    private PostgreSqlReadTransaction ReadTransaction() => new(connection, StatementTimeout, LockTimeout);

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
            texts[key] = text;
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
        '|', (relations.GetValueOrDefault(key) ?? []).Select(oid => facts.GetValueOrDefault(oid) ?? "gone"));

    private void FindMissing()
    {
        using var command = Command("evidence_sees");
        using var reader = command.ExecuteReader();
        reader.Read();
        if (reader.GetInt32(0) == 0)
        {
            missing.Add("statements of other users: not available: needs pg_read_all_stats");
        }

        if (reader.GetInt32(2) == 0)
        {
            missing.Add("statements and waits: not available: needs track_activities = on");
        }

        IsOnThisMachine = reader.GetInt32(4) > 0;
    }

    private NpgsqlCommand Command(string script, params IReadOnlyList<(string Name, object? Value)> values)
    {
        var command = PostgreSqlCommands.Make(connection, PostgreSqlScripts.Read(script), values);
        command.CommandTimeout = PostgreSqlReadTransaction.PatienceSeconds;
        return command;
    }

    private static string? Text(NpgsqlDataReader reader, int column) =>
        reader.IsDBNull(column) ? null : reader.GetString(column);
}
