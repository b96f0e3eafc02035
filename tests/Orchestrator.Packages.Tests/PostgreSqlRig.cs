using Npgsql;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Tests;

/// <summary>A rig whose connection `Pg` leads to an empty database on the server of this assembly.</summary>
internal sealed class PostgreSqlRig : IDisposable
{
    private static int _roles;

    private readonly EmptyDatabase _database;

    private string _nothing;

    public PostgreSqlRig(string encoding = "")
    {
        _database = encoding.Length == 0 ? EmptyDatabase.Take() : EmptyDatabase.Of(Options(encoding));
        _nothing = Nothing(encoding);
        Rig.Servers.Add(new Connection
        {
            Name = "Pg",
            Platform = Platform.PostgreSql,
            ConnectionString = ConnectionString,
            RecordSource = "PG",
        });
    }

    public Rig Rig { get; } = new();

    public string ConnectionString => _database.ConnectionString;

    public static IPlatform PlatformOf() =>
        Platforms.Of(new Connection { Name = "Pg", Platform = Platform.PostgreSql })!;

    public static ObjectDefinition Load(string name, params ColumnDefinition[] columns) =>
        Packages.Tests.Rig.Load(name, columns) with { Target = new ObjectTarget("Pg", null, name) };

    /// <summary>A session as packages have them.</summary>
    public IDatabase Open() => PlatformOf().Open(
        new DatabaseAddress { Connection = "Pg", ConnectionString = ConnectionString },
        new DatabaseUse { IsTarget = true, Time = TimeProvider.System });

    /// <summary>Puts an empty database in the place of the one that is there.</summary>
    public void MakeAnew(string encoding)
    {
        _database.MakeAnew(Options(encoding));
        _nothing = Nothing(encoding);
    }

    /// <summary>The rows of a query, values joined by '|', NULL as ∅, or as ~ where the encoding lacks that.</summary>
    public string[] Query(string sql)
    {
        var rows = _database.Ask($"""
            SELECT array_to_string(array_agg(array_to_string(ARRAY(
                SELECT coalesce(v.value, '{_nothing}') FROM json_each_text(row_to_json(q)) AS v), '|')), E'\n')
            FROM ({sql}) AS q
            """);
        return rows?.Split('\n') ?? [];
    }

    /// <summary>The rows of a query as the server writes them, values joined by '|', NULL as ∅.</summary>
    public string[] Lines(string sql) => _database.Lines(sql);

    public void Execute(string sql)
    {
        using var session = _database.Open();
        foreach (var statement in PlatformOf().Dialect.Split(sql))
        {
            using var command = new NpgsqlCommand(statement.Text, session);
            if (statement.Text.Contains(';', StringComparison.Ordinal))
            {
                // Else the client would cut the statement at each semicolon, also within a function's body.
                command.Parameters.Add(new NpgsqlParameter<long> { TypedValue = 0 });
            }

            command.ExecuteNonQuery();
        }
    }

    /// <summary>What is run from now on logs in as a role of its own, with these rights alone.</summary>
    /// <param name="rights">Statements, in which ROLE and DATABASE stand for the names.</param>
    public void LogIn(string rights)
    {
        var role = $"rig_{Interlocked.Increment(ref _roles)}_role";
        Execute($"CREATE ROLE {role} LOGIN PASSWORD 'geheim';"
            + rights.Replace("ROLE", role, StringComparison.Ordinal)
                .Replace("DATABASE DATABASE", $"DATABASE {_database.Name}", StringComparison.Ordinal));
        Rig.Servers[0] = Rig.Servers[0] with
        {
            ConnectionString = Server.Cluster.ConnectionString(_database.Name, role, "geheim"),
        };
    }

    public void Dispose()
    {
        Rig.Dispose();
        _database.Dispose();
    }

    private static string Options(string encoding) => $"ENCODING '{encoding}' LOCALE 'C' TEMPLATE template0";

    private static string Nothing(string encoding) => encoding.Length == 0 ? "∅" : "~";
}
