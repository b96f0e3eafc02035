using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>What a plan tells of a connection, with the file server that has its folder.</summary>
internal static class ConnectionProperties
{
    public static IReadOnlyList<PlanProperty> Of(Connection connection)
    {
        var list = new PropertyList();
        ConnectionKeys.Section.Tell(list, connection);
        if (connection.Stored is { } stored)
        {
            FileServerKeys.Section.Tell(list, stored.Server);
        }

        return list.Properties;
    }
}
