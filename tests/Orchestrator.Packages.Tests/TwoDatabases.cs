using Npgsql;
using Orchestrator.Data;
using Orchestrator.Data.Durability;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests;

/// <summary>A source `Pg` and a target `Far`, two databases of one PostgreSQL server.</summary>
internal sealed class TwoDatabases : IDisposable
{
    private static int databases;

    private readonly PostgreSqlRig pg = new();

    public TwoDatabases()
    {
        Far = $"apart_{Interlocked.Increment(ref databases)}";
        pg.Execute($"CREATE DATABASE {Far}");
        Rig.Servers.Add(new Connection
        {
            Name = "Far",
            Platform = Platform.PostgreSql,
            ConnectionString = Server.Cluster.ConnectionString(Far),
        });
        Near = pg.Query("SELECT current_database()").Single();
    }

    public Rig Rig => pg.Rig;

    public string Near { get; }

    public string Far { get; }

    public void Tell(string sql) => pg.Execute(sql);

    public void TellFar(string sql) => Ask(Far, sql);

    public string[] Lines(string sql) => Ask(Near, sql);

    public string[] FarLines(string sql) => Ask(Far, sql);

    /// <summary>Sessions of loads in both databases.</summary>
    public string[] Sessions() => Ask(null,
        $"SELECT datname || ' ' || query FROM pg_stat_activity WHERE datname IN ('{Near}', '{Far}') "
        + "AND application_name LIKE 'orchestrator%'");

    public string[] LoadTables() => FarLines("SELECT relname FROM pg_class WHERE relname LIKE 'load\\_%'");

    /// <summary>Ends a session of a load, or all, in a database.</summary>
    public static void End(string database, string condition = "true") => Ask(null,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        + $"WHERE datname = '{database}' AND application_name LIKE 'orchestrator%' AND {condition}");

    public void Dispose() => pg.Dispose();

    private static string[] Ask(string? database, string sql)
    {
        using var source = NpgsqlDataSource.Create(
            database is null ? Server.Cluster.ConnectionString() : Server.Cluster.ConnectionString(database));
        using var command = source.CreateCommand(sql);
        command.AllResultTypesAreUnknown = true;
        using var reader = command.ExecuteReader();
        var lines = new List<string>();
        while (reader.Read())
        {
            lines.Add(string.Join('|', Enumerable.Range(0, reader.FieldCount)
                .Select(i => reader.IsDBNull(i) ? "∅" : reader.GetString(i))));
        }

        return [.. lines];
    }
}

/// <summary>A platform that tells before each connection is opened but the first, which is the source's own.</summary>
internal sealed class SharingPlatform(IPlatform inner, Action<int> opening) : IPlatform
{
    private int opened;

    public string Name => inner.Name;

    public Dialect Dialect => inner.Dialect;

    public PlatformAbilities Abilities => inner.Abilities;

    public OwnQuestions Own => inner.Own;

    public IDatabase Open(DatabaseAddress address, DatabaseUse use)
    {
        if (opened++ > 0)
        {
            opening(opened - 1);
        }

        return inner.Open(address, use);
    }

    public IDurability OpenDurability(DatabaseAddress address, DatabaseUse use, bool ofDatabase) =>
        inner.OpenDurability(address, use, ofDatabase);

    public DatabaseFault? Explain(Exception fault) => inner.Explain(fault);
}
