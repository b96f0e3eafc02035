using System.Xml.Linq;

namespace Orchestrator.Packages.Transfer;

/// <summary>Reads what S3 answers to who lists (ListObjectsV2) or copies.</summary>
internal static class BucketListing
{
    /// <summary>Reads an answer in which names are encoded as in addresses, where it says so.</summary>
    /// <exception cref="FormatException">It is none.</exception>
    public static StoreListing Of(byte[] body)
    {
        var read = StoreXml.Read(body);
        if (read is not { Name.LocalName: "ListBucketResult" } root)
        {
            throw new FormatException($"it is a {read?.Name.LocalName ?? "text"} and no ListBucketResult");
        }

        var isCutOff = StoreXml.Text(root, "IsTruncated") == "true";
        var next = StoreXml.Text(root, "NextContinuationToken");
        var isEncoded = StoreXml.Text(root, "EncodingType") == "url";
        return isCutOff && next.Length == 0
            ? throw new FormatException("it is cut off and does not say where")
            : new StoreListing([.. StoreXml.Each(root, "Contents").Select(one => Entry(one, isEncoded))],
                isCutOff ? next : null);
    }

    /// <summary>Whether an answer says that a copy was made.</summary>
    public static bool IsCopied(byte[] body) => StoreXml.Read(body)?.Name.LocalName == "CopyObjectResult";

    private static StoredObject Entry(XElement entry, bool isEncoded) => StoredObject.Of(
        Name(StoreXml.Text(entry, "Key"), isEncoded), StoreXml.Text(entry, "Size"),
        StoreXml.Text(entry, "LastModified"), StoreXml.Text(entry, "ETag"));

    private static string Name(string key, bool isEncoded) =>
        isEncoded ? Uri.UnescapeDataString(key.Replace('+', ' ')) : key;
}
