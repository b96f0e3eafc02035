using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>What a plan tells of a connection, with the file server or store that has its folder.</summary>
internal static class ConnectionProperties
{
    public static IReadOnlyList<PlanProperty> Of(Connection connection)
    {
        var list = new PropertyList();
        ConnectionKeys.Section.Tell(list, connection);
        if (connection.Stored?.Server is { } server)
        {
            FileServerKeys.Section.Tell(list, server);
        }

        if (connection.Stored?.Store is { } store)
        {
            StoreKeys.Section.Tell(list, store);
        }

        if (connection.Stored?.Blobs is { } blobs)
        {
            BlobStoreKeys.Section.Tell(list, blobs);
        }

        return list.Properties;
    }
}
