using Orchestrator.Core;
using Orchestrator.Metadata.Compile;

namespace Orchestrator.Metadata.Diff;

/// <summary>A node, connection, trigger or alert of one of the two plans.</summary>
internal sealed class DiffItem(string what, string name, IReadOnlyList<PlanProperty> properties)
{
    private readonly IReadOnlyList<PlanProperty> _properties = properties;

    public string What { get; } = what;

    public string Name { get; } = name;

    public (string What, string Name) Key => (What, Name);

    /// <summary>Where it stands: a package's container, a container's level; else empty.</summary>
    public string Place => PlaceKey(What) is { } key ? Value(key) ?? "" : "";

    public static IReadOnlyList<DiffItem> Of(PlanContent document, bool isOfText) =>
    [
        .. (isOfText ? document.Triggers ?? [] : []).Select(trigger =>
            new DiffItem("trigger", $"{document.Batch}/{trigger.Name}", trigger.Properties)),
        .. (isOfText ? document.Alerts ?? [] : []).Select(alert =>
            new DiffItem("alert", $"{document.Batch}/{alert.Name}", alert.Properties)),
        .. document.Connections.Select(connection =>
            new DiffItem("connection", connection.Name, connection.Properties)),
        .. document.Nodes.Where(node => node.Kind != NodeKind.Level).Select(node =>
            new DiffItem(node.Kind.ToString().ToLowerInvariant(), node.Name, node.Properties)),
    ];

    public DiffEntry Entry() => new(What, Name, []);

    /// <summary>What differs from the earlier one, by key; null = nothing but the place.</summary>
    public DiffEntry? ChangesFrom(DiffItem earlier)
    {
        var old = Written(earlier._properties);
        var current = Written(_properties);
        var changes = old.Keys.Union(current.Keys).Order(StringComparer.Ordinal)
            .Where(key => key != PlaceKey(What) && old.GetValueOrDefault(key) != current.GetValueOrDefault(key))
            .Select(key => Change(key, old.GetValueOrDefault(key), current.GetValueOrDefault(key)))
            .ToList();
        return changes.Count == 0 ? null : new DiffEntry(What, Name, changes);
    }

    private DiffProperty Change(string key, string? old, string? current) =>
        new(key, old, current, EffectRules.Of(What, Value("kind"), key, old, current));

    private string? Value(string key) => _properties.FirstOrDefault(property => property.Key == key)?.Value;

    /// <summary>Defaults are left out, as they are in a stored plan.</summary>
    private static Dictionary<string, string> Written(IReadOnlyList<PlanProperty> properties) => properties
        .Where(property => !property.IsDefault)
        .ToDictionary(property => property.Key, property => property.Value, StringComparer.Ordinal);

    private static string? PlaceKey(string what) => what switch
    {
        "package" => "container",
        "container" => "level",
        _ => null,
    };
}
