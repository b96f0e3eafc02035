using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Makes connections of what was written, the environment laid over it.</summary>
internal static class ConnectionBuilder
{
    public static IReadOnlyList<Connection> Build(
        LoadContext context, Drafts drafts, Draft? environment, IReadOnlyList<FileServer> servers,
        IReadOnlyList<BucketStore> stores, IReadOnlyList<BlobStore> blobStores)
    {
        var overlays = Overlays(environment);
        return [.. drafts.Connections.DistinctBy(draft => draft.Name).Select(draft =>
        {
            var over = overlays.Find(overlay => overlay.Text("connection") == draft.Name);
            var map = over is null ? draft.Map : Laid(draft.Map, over);
            ConnectionChecks.Check(context, drafts, draft.Name, map);
            return StoredFolders.Placed(
                Read(LimitKeys.Section, Read(FileKeys.Section, Build(draft, map), map), map), servers, stores,
                blobStores);
        })];
    }

    /// <summary>What an environment says of connections.</summary>
    public static List<YamlMap> Overlays(Draft? environment) =>
        [.. (environment?.Map.Items("connections") ?? []).OfType<YamlMap>()];

    /// <summary>
    /// A connection with an environment's words over it. What cannot stand beside these stays behind: `file` beside a
    /// `connectionString`, a folder's keys on a database.
    /// </summary>
    public static YamlMap Laid(YamlMap draft, YamlMap over)
    {
        var below = draft.Entries.Where(entry => !ConnectionChecks.Replaces(over, entry.Key.Text, draft));
        return Overlay.Over(draft with { Entries = [.. below] }, over);
    }

    private static Connection Read(Section<Connection> section, Connection connection, YamlMap map) =>
        map.Map(section.Name) is { } written ? section.Read(connection, written) : connection;

    private static Connection Build(Draft draft, YamlMap map)
    {
        var connection = ConnectionKeys.Section.Read(
            new Connection
            {
                Name = draft.Name,
                Platform = PlatformTable.Default,
                Formats = Formats(map),
                At = draft.At,
            },
            map);
        return connection with
        {
            Durability = Durability(map.Map(DurabilityKeys.Section.Name), connection.Platform),
        };
    }

    private static Dictionary<string, FileFormat> Formats(YamlMap map)
    {
        var formats = new Dictionary<string, FileFormat>(StringComparer.Ordinal)
        {
            ["csv"] = new FileFormat { Name = "csv" },
        };
        foreach (var entry in map.Map("formats")?.Entries ?? [])
        {
            formats[entry.Key.Text] = FormatKeys.Read(entry.Key.Text, (YamlMap)entry.Value).Format;
        }

        // Behind those that are declared, of which one may have its name.
        formats.TryAdd(FileFormat.Tabbed, new FileFormat { Name = FileFormat.Tabbed, Field = "\t" });
        return formats;
    }

    private static DelayedDurability Durability(YamlMap? map, Platform platform)
    {
        var standard = DurabilityKeys.Section.Standard with
        {
            Scope = PlatformTable.Of(platform).Scopes is [var first, ..] ? first : DurabilityScope.Session,
        };
        return map is null ? standard : DurabilityKeys.Section.Read(standard with { At = map.At }, map);
    }
}
