using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests;

/// <summary>One rig for tests that hold on each platform: a target `t` in SQLite, PostgreSQL, MariaDB or a live SQL
/// Server.</summary>
internal sealed class PatternRig : IDisposable
{
    private readonly PostgreSqlRig? _postgreSql;
    private readonly SqlServerRig? _sqlServer;
    private readonly MariaDbRig? _mariaDb;

    public PatternRig(Platform platform)
    {
        _postgreSql = platform == Platform.PostgreSql ? new PostgreSqlRig() : null;
        _sqlServer = platform == Platform.SqlServer ? SqlServerRig.Start() : null;
        _mariaDb = platform == Platform.MariaDb ? new MariaDbRig() : null;
        Rig = _postgreSql?.Rig ?? _sqlServer?.Rig ?? _mariaDb?.Rig ?? new Rig();
    }

    public Rig Rig { get; }

    public bool IsServer => _postgreSql is not null;

    public ObjectTarget Target => new(Connection, _sqlServer?.Schema, "t");

    /// <summary>The target as SQL names it.</summary>
    public string Table => _sqlServer is null ? "t" : $"{_sqlServer.Schema}.t";

    public ObjectDefinition Load(LoadOptions options, params ColumnDefinition[] columns) =>
        Rig.Load("t", columns) with { Target = Target, Load = options };

    /// <summary>Loads the lines of a file with a header.</summary>
    public PackageResult Run(ObjectDefinition load, params string[] lines)
    {
        Rig.Write("t.csv", string.Concat(lines.Select(line => line + "\n")));
        return Rig.Run(load);
    }

    public string[] Query(string sql) =>
        _postgreSql?.Query(sql) ?? _sqlServer?.Query(sql) ?? _mariaDb?.Query(sql) ?? [.. Rig.Query(sql)];

    public void Execute(string sql)
    {
        if (_postgreSql is not null)
        {
            _postgreSql.Execute(sql);
        }
        else if (_sqlServer is not null)
        {
            _sqlServer.Execute(sql);
        }
        else if (_mariaDb is not null)
        {
            _mariaDb.Execute(sql);
        }
        else
        {
            Rig.Execute(sql);
        }
    }

    /// <summary>What is run from now on logs in to PostgreSQL as a role with these rights alone.</summary>
    public void LogIn(string rights) => _postgreSql!.LogIn(rights);

    public void Dispose()
    {
        _postgreSql?.Dispose();
        _sqlServer?.Dispose();
        _mariaDb?.Dispose();
        if (_postgreSql is null && _sqlServer is null && _mariaDb is null)
        {
            Rig.Dispose();
        }
    }

    private string Connection =>
        _postgreSql is not null ? "Pg" : _sqlServer is not null ? "Ms" : _mariaDb is not null ? "My" : "Db";
}
