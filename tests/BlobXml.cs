using System.Globalization;
using System.Net;
using System.Security.Cryptography;

/// <summary>A blob as the tests' server holds it.</summary>
/// <param name="Content">Its bytes.</param>
/// <param name="Written">When they were written.</param>
/// <param name="Tag">Its ETag with its quotes.</param>
internal sealed record StoredBlob(byte[] Content, DateTime Written, string Tag)
{
    /// <summary>What its copy came to; empty = it is none.</summary>
    public string Copy { get; init; } = "";

    /// <summary>How often it is still to be told as pending.</summary>
    public int Looks { get; set; }
}

/// <summary>Entries of a listing of blobs, as Azure documents them.</summary>
internal static class BlobXml
{
    /// <summary>A blob.</summary>
    public static string Entry(string name, StoredBlob blob, bool hasPrint)
    {
        var copy = blob.Copy.Length == 0 ? "" : blob.Looks-- > 0 ? "pending" : blob.Copy;
        var print = hasPrint ? Convert.ToBase64String(Print(blob.Content)) : "";
        return $"<Blob>{NameOf(name)}<Properties>"
            + $"<Last-Modified>{blob.Written.ToString("R", CultureInfo.InvariantCulture)}</Last-Modified>"
            + $"<Etag>{blob.Tag.Trim('"')}</Etag>"
            + $"<Content-Length>{blob.Content.Length.ToString(CultureInfo.InvariantCulture)}</Content-Length>"
            + $"<Content-MD5>{print}</Content-MD5><BlobType>BlockBlob</BlobType>"
            + (copy.Length > 0 ? $"<CopyStatus>{copy}</CopyStatus>" : "") + "</Properties></Blob>";
    }

    /// <summary>A folder of an account with a hierarchy.</summary>
    public static string Folder(string name) => $"<Blob>{NameOf(name)}<Properties>"
        + "<Last-Modified>Fri, 30 Jan 2026 01:00:00 GMT</Last-Modified><Etag>0x1</Etag>"
        + "<Content-Length>0</Content-Length><ResourceType>directory</ResourceType></Properties></Blob>";

    /// <summary>What stands for the blobs below a slash.</summary>
    public static string Prefix(string name) => $"<BlobPrefix>{NameOf(name)}</BlobPrefix>";

    // What XML cannot hold is encoded as in an address.
    private static string NameOf(string name) => name.Any(char.IsControl)
        ? $"<Name Encoded=\"true\">{Uri.EscapeDataString(name)}</Name>"
        : $"<Name>{WebUtility.HtmlEncode(name)}</Name>";

    // Azure's word for it is MD5; for a server of tests any hash tells contents apart.
    private static byte[] Print(byte[] content) => SHA256.HashData(content)[..16];
}
