using Orchestrator.Core.Alerts;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;

namespace Orchestrator.Metadata.Tests.Keys;

/// <summary>All that the guide, README.md and ARCHITECTURE.md say of what is declared, and that nobody has to write.
/// </summary>
internal static class GuideParts
{
    private const string Metadata = "metadata.md";

    // What an alert's entry of `to` may be.
    private static readonly string Entries = string.Join(", or ", AlertChannels.All.Select(channel => channel.Entry));

    // What a connection says under these has a table of its own.
    private static readonly string[] Apart =
        [FileKeys.Section.Name, LimitKeys.Section.Name, DurabilityKeys.Section.Name];

    public static IReadOnlyList<GuidePart> All { get; } =
    [
        new(Metadata, "`platform` is ", Listed(PlatformTable.All.Select(row => row.Word)), ";"),
        new(Metadata, "| `kind` | ", Listed(KindTable.Written.Select(WithDefault)), " |"),
        new("selection.md", "is of that kind: ", Listed(KindTable.Planned), " |"),
        new("../../README.md", "one of these kinds: ", Listed(KindTable.Written.Select(word => $"`{word}`")), "."),
        new("../../ARCHITECTURE.md", "the kinds: ", string.Join(", ", KindTable.Written), ";"),
        new("alerts.md", "| `to` | whom: ", Entries, ";"),
        new("codes/ORC1106.md", "An entry of `to` is ", Entries, "."),
        GuidePart.Table(
            Metadata, ["platform", "name", "is a", "connection string", "durability is delayed for a"],
            PlatformTable.All.Select(Platform)),
        GuidePart.Table(
            Metadata, ["kind", "keys that not every kind has"],
            KindTable.All.Where(kind => kind.IsWritten).Select(Kind)),
        .. DeclaredSection.All.Select(section => Keys($"key of `{section.Name}`", section.Keys)),
        Keys("policy", PolicyKeys.Keys),
        Keys("key of `retry`", RetryKeys.Section.Shape.Keys),
        Keys("key of `limits`", LimitKeys.Section.Shape.Keys),
        Keys("key of `delayedDurability`", DurabilityKeys.Section.Shape.Keys),
        Keys("key of a connection", ConnectionKeys.Section.Shape.Keys),
        Keys("key of a format", FormatKeys.Section.Shape.Keys),
        Keys("key of a batch", BatchKeys.Section.Shape.Keys),
        Keys("key of a project", ProjectKeys.Section.Shape.Keys),
        Keys("key of a container", ContainerKeys.Section.Shape.Keys),
        Keys("key of a watermark", WatermarkKeys.Section.Shape.Keys),
        Keys("key of a column", ColumnKeys.Section.Shape.Keys),
        Keys("key of `source`", SourceKeys.Section.Shape.Keys),
        Keys("key of `target`", TargetKeys.Section.Shape.Keys),
        Keys("key of a hook", HookKeys.Section.Shape.Keys),
        Keys("key of `process`", ProcessKeys.Section.Shape.Keys),
        Keys("key of `plugin`", PluginKeys.Section.Shape.Keys),
        Keys("key of a trigger", TriggerKeys.Section.Shape.Keys),
        Keys("key of an alert", AlertKeys.Section.Shape.Keys),
        Keys("key of `mail`", MailKeys.Section.Shape.Keys),
        Keys("key of `settings`", SolutionKeys.Section.Shape.Keys),
        Keys("key of `http`", HttpKeys.Section.Shape.Keys),
        Keys("key of `file`", FileTaskKeys.Section.Shape.Keys),
        Keys("key of a file server", FileServerKeys.Section.Shape.Keys),
        Keys("key of `transfer`", TransferKeys.Section.Shape.Keys),
        Keys("key of a store", StoreKeys.Section.Shape.Keys),
        Keys("key of a blob store", BlobStoreKeys.Section.Shape.Keys),
        Keys("key of `parity`", ParityKeys.Section.Shape.Keys),
    ];

    private static GuidePart Keys(string head, IEnumerable<Key> keys) =>
        GuidePart.Table(Metadata, [head, "takes", "means"], keys.SelectMany(key => Rows(key, "")));

    // What stands in a map follows it, but for what has a table of its own.
    private static IEnumerable<string[]> Rows(Key key, string within)
    {
        string[] own = [$"`{within}{key.Name}`", Takes(key.Shape), key.Summary];
        return key.Shape is MapShape map && !Apart.Contains(key.Name)
            ? [own, .. map.Keys.SelectMany(part => Rows(part, $"{within}{key.Name}."))]
            : [own];
    }

    private static string Takes(Shape shape) =>
        shape is WordShape words ? string.Join(", ", words.Words) : shape.Expected;

    private static string[] Platform(PlatformFacts row) =>
    [
        row.Word, row.Name, $"{row.Form}".ToLowerInvariant(), row.Example.Length > 0 ? $"`{row.Example}`" : "",
        string.Join(", ", row.Scopes.Select(scope => $"{scope}".ToLowerInvariant())),
    ];

    private static string[] Kind(PackageKind kind) =>
        [kind.Word, string.Join(", ", kind.Keys.Select(key => $"`{key}`"))];

    private static string WithDefault(string word) => word == KindTable.Default.Word ? $"{word} (default)" : word;

    private static string Listed(IEnumerable<string> words)
    {
        string[] all = [.. words];
        return $"{string.Join(", ", all[..^1])} or {all[^1]}";
    }
}
