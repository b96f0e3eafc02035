using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Tests;

/// <summary>A rig whose connection `My` leads to an empty database on the MariaDB server of this assembly.</summary>
internal sealed class MariaDbRig : IDisposable
{
    private readonly EmptyMariaDb _database = EmptyMariaDb.Take();

    public MariaDbRig() => Rig.Servers.Add(new Connection
    {
        Name = "My",
        Platform = Platform.MariaDb,
        ConnectionString = ConnectionString,
        RecordSource = "MY",
    });

    public Rig Rig { get; } = new();

    public string ConnectionString => _database.ConnectionString;

    public static IPlatform PlatformOf() =>
        Platforms.Of(new Connection { Name = "My", Platform = Platform.MariaDb })!;

    /// <summary>A session as packages have them.</summary>
    public IDatabase Open() => PlatformOf().Open(
        new DatabaseAddress { Connection = "My", ConnectionString = ConnectionString },
        new DatabaseUse { IsTarget = true, Time = TimeProvider.System });

    /// <summary>The rows of a query, values joined by '|', NULL as ∅.</summary>
    public string[] Query(string sql) => _database.Lines(sql);

    public void Execute(string sql) => _database.Run(sql);

    public void Dispose()
    {
        Rig.Dispose();
        _database.Dispose();
    }
}
