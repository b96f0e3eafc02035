using Orchestrator.Data;
using Orchestrator.Data.MariaDb;
using Orchestrator.Data.PostgreSql;
using Orchestrator.Data.Sqlite;
using Orchestrator.Data.SqlServer;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Store;

/// <summary>
/// Where each driver is registered, by its platform: the one place that names the drivers. A folder of files has none.
/// </summary>
internal static class Platforms
{
    private static readonly Dictionary<Platform, IPlatform> All = new()
    {
        [Platform.Sqlite] = SqlitePlatform.Instance,
        [Platform.PostgreSql] = new PostgreSqlPlatform(),
        [Platform.SqlServer] = new SqlServerPlatform(),
        [Platform.MariaDb] = new MariaDbPlatform(),
    };

    /// <summary>The platform of a connection; null where it is a folder of files.</summary>
    public static IPlatform? Of(Connection connection) => All.GetValueOrDefault(connection.Platform);

    /// <summary>The platform of the connection of that name; null where it is no database.</summary>
    public static IPlatform? Of(Solution solution, string connection) =>
        solution.Connections.FirstOrDefault(c => c.Name == connection) is { } found ? Of(found) : null;

    public static IReadOnlyCollection<IPlatform> Drivers => All.Values;

    /// <summary>The platform that people call by that name; null where none is called so.</summary>
    public static IPlatform? Named(string name) => All.Values.FirstOrDefault(platform => platform.Name == name);

    /// <summary>What a failure means to the platform that it comes from; null where it comes from none.</summary>
    public static (IPlatform Platform, DatabaseFault Fault)? Explain(Exception exception)
    {
        foreach (var platform in All.Values)
        {
            if (platform.Explain(exception) is { } fault)
            {
                return (platform, fault);
            }
        }

        return null;
    }
}
