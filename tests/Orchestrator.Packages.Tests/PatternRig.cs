using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests;

/// <summary>One rig for tests that hold on each platform: a target `t` in SQLite or PostgreSQL.</summary>
internal sealed class PatternRig : IDisposable
{
    private readonly PostgreSqlRig? server;

    public PatternRig(Platform platform)
    {
        server = platform == Platform.PostgreSql ? new PostgreSqlRig() : null;
        Rig = server?.Rig ?? new Rig();
    }

    public Rig Rig { get; }

    public bool IsServer => server is not null;

    public ObjectDefinition Load(LoadOptions options, params ColumnDefinition[] columns) => Rig.Load("t", columns) with
    {
        Target = new ObjectTarget(IsServer ? "Pg" : "Db", null, "t"),
        Load = options,
    };

    /// <summary>Loads the lines of a file with a header.</summary>
    public PackageResult Run(ObjectDefinition load, params string[] lines)
    {
        Rig.Write("t.csv", string.Concat(lines.Select(line => line + "\n")));
        return Rig.Run(load);
    }

    public string[] Query(string sql) => server?.Query(sql) ?? [.. Rig.Query(sql)];

    public void Execute(string sql)
    {
        if (server is null)
        {
            Rig.Execute(sql);
        }
        else
        {
            server.Execute(sql);
        }
    }

    public void Dispose()
    {
        if (server is null)
        {
            Rig.Dispose();
        }
        else
        {
            server.Dispose();
        }
    }
}
