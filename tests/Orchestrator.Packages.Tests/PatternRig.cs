using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests;

/// <summary>One rig for tests that hold on each platform: a target `t` in SQLite, PostgreSQL or a live SQL Server.
/// </summary>
internal sealed class PatternRig : IDisposable
{
    private readonly PostgreSqlRig? postgreSql;
    private readonly SqlServerRig? sqlServer;

    public PatternRig(Platform platform)
    {
        postgreSql = platform == Platform.PostgreSql ? new PostgreSqlRig() : null;
        sqlServer = platform == Platform.SqlServer ? SqlServerRig.Start() : null;
        Rig = postgreSql?.Rig ?? sqlServer?.Rig ?? new Rig();
    }

    public Rig Rig { get; }

    public bool IsServer => postgreSql is not null;

    public ObjectTarget Target => new(IsServer ? "Pg" : sqlServer is null ? "Db" : "Ms", sqlServer?.Schema, "t");

    /// <summary>The target as SQL names it.</summary>
    public string Table => sqlServer is null ? "t" : $"{sqlServer.Schema}.t";

    public ObjectDefinition Load(LoadOptions options, params ColumnDefinition[] columns) =>
        Rig.Load("t", columns) with { Target = Target, Load = options };

    /// <summary>Loads the lines of a file with a header.</summary>
    public PackageResult Run(ObjectDefinition load, params string[] lines)
    {
        Rig.Write("t.csv", string.Concat(lines.Select(line => line + "\n")));
        return Rig.Run(load);
    }

    public string[] Query(string sql) => postgreSql?.Query(sql) ?? sqlServer?.Query(sql) ?? [.. Rig.Query(sql)];

    public void Execute(string sql)
    {
        if (postgreSql is not null)
        {
            postgreSql.Execute(sql);
        }
        else if (sqlServer is not null)
        {
            sqlServer.Execute(sql);
        }
        else
        {
            Rig.Execute(sql);
        }
    }

    /// <summary>What is run from now on logs in to PostgreSQL as a role with these rights alone.</summary>
    public void LogIn(string rights) => postgreSql!.LogIn(rights);

    public void Dispose()
    {
        postgreSql?.Dispose();
        sqlServer?.Dispose();
        if (postgreSql is null && sqlServer is null)
        {
            Rig.Dispose();
        }
    }
}
