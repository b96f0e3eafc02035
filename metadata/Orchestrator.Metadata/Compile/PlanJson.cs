using System.Text.Json;
using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Compile;

/// <summary>
/// The form in which a plan is kept: canonical JSON, ordinal keys, without what is default and without places in files.
/// The same text of the metadata gives the same bytes everywhere.
/// </summary>
public static class PlanJson
{
    private const int FormatVersion = 1;

    /// <summary>The document as canonical JSON.</summary>
    public static string Write(PlanContent document) => CanonicalJson.Object(
        Meaning(document.Solution, document.Batch, document.Nodes.Select(Entry), document.Connections)
            .Append(("environment", CanonicalJson.Text(document.Environment)))
            .Append(("formatVersion", FormatVersion.ToString()))
            .Append(("hash", CanonicalJson.Text(document.Hash))));

    /// <summary>Reads what <see cref="Write"/> wrote; the values carry no places.</summary>
    /// <exception cref="FormatException">It is no such text, or of a later version.</exception>
    public static PlanContent Read(string json)
    {
        try
        {
            using var parsed = JsonDocument.Parse(json);
            var root = parsed.RootElement;
            var version = root.GetProperty("formatVersion").GetInt32();
            return version <= FormatVersion ? ReadDocument(root) : throw new FormatException(
                $"The stored plan has format {version}, this program reads up to {FormatVersion}: use a newer one.");
        }
        catch (Exception e) when (e is JsonException or KeyNotFoundException or InvalidOperationException
            or ArgumentException)
        {
            throw new FormatException("The stored plan cannot be read: " + e.Message, e);
        }
    }

    /// <summary>The document with another name for one of its nodes, and so with other hashes.</summary>
    public static PlanContent Renamed(PlanContent document, int node, string name)
    {
        PlanEntry[] nodes = [.. document.Nodes.Select((each, index) => index != node ? each
            : each with { Name = name, Hash = Hash(each.Kind, name, each.Properties) })];
        return document with
        {
            Nodes = nodes,
            Hash = Hash(document.Solution, document.Batch, nodes, document.Connections),
        };
    }

    /// <summary>
    /// The hash of a plan: over all that it says but the name of its environment. A node's values are in by its hash.
    /// </summary>
    internal static string Hash(
        string solution, string batch, IReadOnlyList<PlanEntry> nodes, IReadOnlyList<ConnectionEntry> connections) =>
        CanonicalJson.Hash(CanonicalJson.Object(
            Meaning(solution, batch, nodes.Select(node => CanonicalJson.Object(Place(node))), connections)));

    /// <summary>The hash of one node: over what it alone says.</summary>
    internal static string Hash(NodeKind kind, string name, IReadOnlyList<PlanProperty> properties) =>
        CanonicalJson.Hash(CanonicalJson.Object([
            ("kind", CanonicalJson.Text(kind.ToString())),
            ("name", CanonicalJson.Text(name)),
            ("properties", Properties(properties))]));

    private static IEnumerable<(string, string)> Meaning(
        string solution, string batch, IEnumerable<string> nodes, IReadOnlyList<ConnectionEntry> connections) => [
        ("solution", CanonicalJson.Text(solution)),
        ("batch", CanonicalJson.Text(batch)),
        ("nodes", CanonicalJson.Array(nodes)),
        ("connections", CanonicalJson.Object(connections.Select(c => (c.Name, Properties(c.Properties)))))];

    private static string Entry(PlanEntry node) =>
        CanonicalJson.Object(Place(node).Append(("properties", Properties(node.Properties))));

    private static (string, string)[] Place(PlanEntry node) => [
        ("kind", CanonicalJson.Text(node.Kind.ToString())),
        ("name", CanonicalJson.Text(node.Name)),
        ("parent", node.Parent.ToString()),
        ("hash", CanonicalJson.Text(node.Hash))];

    private static string Properties(IReadOnlyList<PlanProperty> properties) => CanonicalJson.Object(
        properties.Where(property => !property.IsDefault)
            .Select(property => (property.Key, CanonicalJson.Text(property.Value))));

    private static PlanContent ReadDocument(JsonElement root) => new()
    {
        Solution = Text(root, "solution"),
        Batch = Text(root, "batch"),
        Environment = Text(root, "environment"),
        Hash = Text(root, "hash"),
        Nodes = [.. root.GetProperty("nodes").EnumerateArray().Select(ReadEntry)],
        Connections = [.. root.GetProperty("connections").EnumerateObject()
            .Select(connection => new ConnectionEntry(connection.Name, ReadProperties(connection.Value)))],
    };

    private static PlanEntry ReadEntry(JsonElement node) => new(
        Enum.Parse<NodeKind>(Text(node, "kind")), Text(node, "name"), node.GetProperty("parent").GetInt32(),
        Text(node, "hash"), ReadProperties(node.GetProperty("properties")));

    private static List<PlanProperty> ReadProperties(JsonElement properties) =>
        [.. properties.EnumerateObject()
            .Select(property => new PlanProperty(property.Name, property.Value.GetString() ?? "", Origin.Default))];

    private static string Text(JsonElement element, string key) => element.GetProperty(key).GetString() ?? "";
}
