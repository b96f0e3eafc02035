using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Tests;

/// <summary>A rig whose connection `Pg` leads to a database of its own on the server of this assembly.</summary>
internal sealed class PostgreSqlRig : IDisposable
{
    private static int databases;

    private readonly string database = $"rig_{Interlocked.Increment(ref databases)}";

    private string nothing = "";

    public PostgreSqlRig(string encoding = "")
    {
        Make(encoding);
        Rig.Servers.Add(new Connection
        {
            Name = "Pg",
            Platform = Platform.PostgreSql,
            ConnectionString = Server.Cluster.ConnectionString(database),
            RecordSource = "PG",
        });
    }

    public Rig Rig { get; } = new();

    public string ConnectionString => Server.Cluster.ConnectionString(database);

    public static IPlatform PlatformOf() =>
        Platforms.Of(new Connection { Name = "Pg", Platform = Platform.PostgreSql })!;

    public static ObjectDefinition Load(string name, params ColumnDefinition[] columns) =>
        Packages.Tests.Rig.Load(name, columns) with { Target = new ObjectTarget("Pg", null, name) };

    public IDatabase Open() => Open(database);

    /// <summary>Puts an empty database in the place of the one that is there.</summary>
    public void MakeAnew(string encoding)
    {
        using (var admin = Open("postgres"))
        {
            admin.Execute($"DROP DATABASE {database} WITH (FORCE)");
        }

        Make(encoding);
    }

    /// <summary>The rows of a query, values joined by '|', NULL as ∅, or as ~ where the encoding lacks that.</summary>
    public string[] Query(string sql)
    {
        using var asked = Open();
        var rows = asked.Ask($"""
            SELECT array_to_string(array_agg(array_to_string(ARRAY(
                SELECT coalesce(v.value, '{nothing}') FROM json_each_text(row_to_json(q)) AS v), '|')), E'\n')
            FROM ({sql}) AS q
            """);
        return rows.First[0]?.Split('\n') ?? [];
    }

    public void Execute(string sql)
    {
        using var told = Open();
        foreach (var statement in told.Platform.Dialect.Split(sql))
        {
            told.RunStatement(statement);
        }
    }

    /// <summary>What is run from now on logs in as a role of its own, with these rights alone.</summary>
    /// <param name="rights">Statements, in which ROLE and DATABASE stand for the names.</param>
    public void LogIn(string rights)
    {
        var role = $"{database}_role";
        Execute($"CREATE ROLE {role} LOGIN PASSWORD 'geheim';"
            + rights.Replace("ROLE", role, StringComparison.Ordinal)
                .Replace("DATABASE DATABASE", $"DATABASE {database}", StringComparison.Ordinal));
        Rig.Servers[0] = Rig.Servers[0] with
        {
            ConnectionString = Server.Cluster.ConnectionString(database, role, "geheim"),
        };
    }

    public void Dispose() => Rig.Dispose();

    private void Make(string encoding)
    {
        nothing = encoding.Length == 0 ? "∅" : "~";
        using var admin = Open("postgres");
        admin.Execute($"CREATE DATABASE {database}"
            + (encoding.Length == 0 ? "" : $" ENCODING '{encoding}' LOCALE 'C' TEMPLATE template0"));
    }

    private static IDatabase Open(string database) => PlatformOf().Open(
        new DatabaseAddress { Connection = "Pg", ConnectionString = Server.Cluster.ConnectionString(database) },
        new DatabaseUse { IsTarget = true, Time = TimeProvider.System });
}
