using System.Globalization;
using System.Xml;
using System.Xml.Linq;

namespace Orchestrator.Packages.Transfer;

/// <summary>An object of a store, as that told of it.</summary>
/// <param name="Key">Its whole name.</param>
/// <param name="Size">Its bytes.</param>
/// <param name="Written">When it was written, in UTC.</param>
/// <param name="Tag">What tells its content from any other one of its name.</param>
internal sealed record StoredObject(string Key, long Size, DateTime Written, string Tag);

/// <summary>One page of a listing, as ListObjectsV2 answers.</summary>
/// <param name="Objects">The objects.</param>
/// <param name="Next">What asks for the next page; null = that was the last one.</param>
internal sealed record StoreListing(IReadOnlyList<StoredObject> Objects, string? Next)
{
    private const long CharactersMax = 64L << 20;
    private const int DepthMax = 16;

    /// <summary>Reads an answer in which names are encoded as in addresses, where it says so.</summary>
    /// <exception cref="FormatException">It is none.</exception>
    public static StoreListing Of(byte[] body)
    {
        var read = Read(body);
        if (read is not { Name.LocalName: "ListBucketResult" } root)
        {
            throw new FormatException($"it is a {read?.Name.LocalName ?? "text"} and no ListBucketResult");
        }

        var isCutOff = Text(root, "IsTruncated") == "true";
        var next = Text(root, "NextContinuationToken");
        var isEncoded = Text(root, "EncodingType") == "url";
        return isCutOff && next.Length == 0
            ? throw new FormatException("it is cut off and does not say where")
            : new StoreListing([.. Each(root, "Contents").Select(one => Entry(one, isEncoded))],
                isCutOff ? next : null);
    }

    /// <summary>Whether an answer says that a copy was made.</summary>
    public static bool IsCopied(byte[] body) => Read(body)?.Name.LocalName == "CopyObjectResult";

    /// <summary>The code of an error; empty = there is none in it.</summary>
    public static string ErrorOf(byte[] body) => Read(body) is { Name.LocalName: "Error" } root
        ? RemoteName.Shown(Text(root, "Code")) : "";

    private static StoredObject Entry(XElement entry, bool isEncoded) =>
        long.TryParse(Text(entry, "Size"), NumberStyles.None, CultureInfo.InvariantCulture, out var size)
        && DateTimeOffset.TryParse(Text(entry, "LastModified"), CultureInfo.InvariantCulture,
            DateTimeStyles.AssumeUniversal, out var written)
        && Text(entry, "ETag") is { Length: > 0 } tag && tag.All(sign => sign is > ' ' and <= '~')
            ? new StoredObject(Name(Text(entry, "Key"), isEncoded), size, written.UtcDateTime, tag)
            : throw new FormatException("an object has no size, time or tag");

    private static string Name(string key, bool isEncoded) =>
        isEncoded ? Uri.UnescapeDataString(key.Replace('+', ' ')) : key;

    private static string Text(XElement within, string name) => Each(within, name).FirstOrDefault()?.Value ?? "";

    private static IEnumerable<XElement> Each(XElement within, string name) =>
        within.Elements().Where(element => element.Name.LocalName == name);

    private static XElement? Read(byte[] body)
    {
        try
        {
            if (IsTooDeep(body))
            {
                return null;
            }

            using var reader = Opened(body);
            return XDocument.Load(reader).Root;
        }
        catch (XmlException)
        {
            return null;
        }
    }

    // The text of an element is gathered level by level, and a stack that is at its end ends the whole run.
    private static bool IsTooDeep(byte[] body)
    {
        using var reader = Opened(body);
        while (reader.Read())
        {
            if (reader.Depth > DepthMax)
            {
                return true;
            }
        }

        return false;
    }

    private static XmlReader Opened(byte[] body) => XmlReader.Create(new MemoryStream(body), new XmlReaderSettings
    {
        DtdProcessing = DtdProcessing.Prohibit,
        XmlResolver = null,
        MaxCharactersInDocument = CharactersMax,
    });
}
