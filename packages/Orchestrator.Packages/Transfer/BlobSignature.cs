using System.Security.Cryptography;
using System.Text;

namespace Orchestrator.Packages.Transfer;

/// <summary>
/// Signs requests that carry nothing with the key of a storage account, as Azure documents it (Shared Key): method,
/// conditions, headers of Azure, path and query.
/// </summary>
/// <param name="account">The account.</param>
/// <param name="key">Its key.</param>
internal sealed class BlobSignature(string account, byte[] key)
{
    private const string OfAzure = "x-ms-";

    // Each has a line of its own, which is empty where it is not sent. Of a request without content so is its length.
    private static readonly string[] Lines =
    [
        "content-encoding", "content-language", "content-length", "content-md5", "content-type", "date",
        "if-modified-since", "if-match", "if-none-match", "if-unmodified-since", "range",
    ];

    /// <summary>What the header Authorization says.</summary>
    /// <param name="method">GET, PUT or DELETE.</param>
    /// <param name="path">The path, encoded; of an emulator it begins with the account.</param>
    /// <param name="query">The query as it is meant, not encoded.</param>
    /// <param name="headers">All other headers, with names in small letters.</param>
    public string Sign(string method, string path, IEnumerable<KeyValuePair<string, string>> query,
        IEnumerable<KeyValuePair<string, string>> headers)
    {
        var sent = headers.ToDictionary(header => header.Key, header => header.Value.Trim(), StringComparer.Ordinal);
        var text = new StringBuilder(method).Append('\n');
        foreach (var line in Lines)
        {
            text.Append(sent.GetValueOrDefault(line, "")).Append('\n');
        }

        foreach (var (name, value) in sent.Where(header => header.Key.StartsWith(OfAzure, StringComparison.Ordinal))
            .OrderBy(header => header.Key, StringComparer.Ordinal))
        {
            text.Append(name).Append(':').Append(value).Append('\n');
        }

        text.Append('/').Append(account).Append(path);
        foreach (var (name, value) in query.OrderBy(one => one.Key, StringComparer.Ordinal))
        {
            text.Append('\n').Append(name).Append(':').Append(value);
        }

        var signature = HMACSHA256.HashData(key, Encoding.UTF8.GetBytes(text.ToString()));
        return $"SharedKey {account}:{Convert.ToBase64String(signature)}";
    }
}
