using System.Xml.Linq;

namespace Orchestrator.Packages.Transfer;

/// <summary>Reads what Azure Blob answers to who lists (List Blobs).</summary>
internal static class BlobListing
{
    /// <summary>Reads an answer. Folders, which accounts with a hierarchy list as blobs, are left out.</summary>
    /// <exception cref="FormatException">It is none.</exception>
    public static StoreListing Of(byte[] body)
    {
        var read = StoreXml.Read(body);
        if (read is not { Name.LocalName: "EnumerationResults" } root)
        {
            throw new FormatException($"it is a {read?.Name.LocalName ?? "text"} and no EnumerationResults");
        }

        var next = StoreXml.Text(root, "NextMarker");
        var blobs = StoreXml.Each(root, "Blobs").SelectMany(all => StoreXml.Each(all, "Blob"));
        return new StoreListing(
            [.. blobs.Where(blob => !IsFolder(blob)).Select(Entry)], next.Length > 0 ? next : null);
    }

    private static StoredObject Entry(XElement blob)
    {
        var name = StoreXml.Each(blob, "Name").FirstOrDefault() ?? throw new FormatException("a blob has no name");
        // It is told without the quotes that it has as a condition.
        var tag = Property(blob, "Etag");
        var one = StoredObject.Of(
            NameOf(name), Property(blob, "Content-Length"), Property(blob, "Last-Modified"),
            tag.StartsWith('"') || tag.Length == 0 ? tag : $"\"{tag}\"");
        var copy = Property(blob, "CopyStatus");
        return one with
        {
            Print = Property(blob, "Content-MD5"),
            Unfinished = copy == "success" ? "" : RemoteName.Shown(copy),
        };
    }

    // Names that XML cannot hold are encoded, and say so.
    private static string NameOf(XElement name) =>
        name.Attribute("Encoded")?.Value == "true" ? Uri.UnescapeDataString(name.Value) : name.Value;

    private static bool IsFolder(XElement blob) => Property(blob, "ResourceType") == "directory"
        || StoreXml.Each(blob, "Metadata").Any(metadata => StoreXml.Text(metadata, "hdi_isfolder") == "true");

    private static string Property(XElement blob, string name) =>
        StoreXml.Each(blob, "Properties").FirstOrDefault() is { } properties ? StoreXml.Text(properties, name) : "";
}
