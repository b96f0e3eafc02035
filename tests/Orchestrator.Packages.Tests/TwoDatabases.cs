using Orchestrator.Data;
using Orchestrator.Data.Durability;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests;

/// <summary>A source `Pg` and a target `Far`, two databases of one PostgreSQL server.</summary>
internal sealed class TwoDatabases : IDisposable
{
    private readonly PostgreSqlRig _pg = new();
    private readonly EmptyDatabase _far = EmptyDatabase.Take();

    public TwoDatabases()
    {
        Rig.Servers.Add(new Connection
        {
            Name = "Far",
            Platform = Platform.PostgreSql,
            ConnectionString = _far.ConnectionString,
        });
        Near = _pg.Query("SELECT current_database()").Single();
    }

    public Rig Rig => _pg.Rig;

    public string Near { get; }

    public string Far => _far.Name;

    public void Tell(string sql) => _pg.Execute(sql);

    public void TellFar(string sql) => _far.Run(sql);

    public string[] Lines(string sql) => _pg.Lines(sql);

    public string[] FarLines(string sql) => _far.Lines(sql);

    /// <summary>Sessions of loads in both databases.</summary>
    public string[] Sessions() => _far.Lines(
        $"SELECT datname || ' ' || query FROM pg_stat_activity WHERE datname IN ('{Near}', '{Far}') "
        + "AND application_name LIKE 'orchestrator%'");

    public string[] LoadTables() => FarLines("SELECT relname FROM pg_class WHERE relname LIKE 'load\\_%'");

    /// <summary>Ends a session of a load, or all, in a database.</summary>
    public void End(string database, string condition = "true") => _far.Run(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        + $"WHERE datname = '{database}' AND application_name LIKE 'orchestrator%' AND {condition}");

    public void Dispose()
    {
        _pg.Dispose();
        _far.Dispose();
    }
}

/// <summary>A platform that tells before each connection is opened but the first, which is the source's own.</summary>
internal sealed class SharingPlatform(IPlatform inner, Action<int> opening) : IPlatform
{
    private int _opened;

    public string Name => inner.Name;

    public Dialect Dialect => inner.Dialect;

    public PlatformAbilities Abilities => inner.Abilities;

    public OwnQuestions Own => inner.Own;

    public IDatabase Open(DatabaseAddress address, DatabaseUse use)
    {
        if (_opened++ > 0)
        {
            opening(_opened - 1);
        }

        return inner.Open(address, use);
    }

    public IDurability OpenDurability(DatabaseAddress address, DatabaseUse use, bool ofDatabase) =>
        inner.OpenDurability(address, use, ofDatabase);

    public DatabaseFault? Explain(Exception fault) => inner.Explain(fault);
}
