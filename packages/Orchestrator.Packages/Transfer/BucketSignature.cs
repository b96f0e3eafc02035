using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace Orchestrator.Packages.Transfer;

/// <summary>
/// Signs requests that carry nothing as Amazon's Signature Version 4 says, for service s3: method, path, query, all
/// headers and the time.
/// </summary>
/// <param name="keyId">Who signs.</param>
/// <param name="key">What they sign with.</param>
/// <param name="region">The region.</param>
internal sealed class BucketSignature(string keyId, string key, string region)
{
    private const string Method = "AWS4-HMAC-SHA256";
    private const string Service = "s3";
    private const string End = "aws4_request";

    // The hash of nothing.
    private static readonly string Nothing = Convert.ToHexStringLower(SHA256.HashData(ReadOnlySpan<byte>.Empty));

    /// <summary>The headers to send, those that were given among them and Host not.</summary>
    /// <param name="method">GET, PUT or DELETE.</param>
    /// <param name="host">Host and port as the request names them.</param>
    /// <param name="path">The path, encoded.</param>
    /// <param name="query">The query, encoded and in the order of its names.</param>
    /// <param name="headers">Further headers, with names in small letters.</param>
    /// <param name="now">The time.</param>
    public IReadOnlyList<KeyValuePair<string, string>> Sign(
        string method, string host, string path, string query, IReadOnlyList<KeyValuePair<string, string>> headers,
        DateTimeOffset now)
    {
        var at = now.UtcDateTime.ToString("yyyyMMdd'T'HHmmss'Z'", CultureInfo.InvariantCulture);
        KeyValuePair<string, string>[] sent =
        [
            .. headers, new("x-amz-content-sha256", Nothing), new("x-amz-date", at),
        ];
        KeyValuePair<string, string>[] signed =
        [
            .. sent.Append(new KeyValuePair<string, string>("host", host))
                .OrderBy(header => header.Key, StringComparer.Ordinal),
        ];
        var names = string.Join(';', signed.Select(header => header.Key));
        string[] canonical =
        [
            method, path, query, .. signed.Select(header => $"{header.Key}:{header.Value.Trim()}"), "", names, Nothing,
        ];
        var scope = $"{at[..8]}/{region}/{Service}/{End}";
        var hash = Convert.ToHexStringLower(SHA256.HashData(Bytes(string.Join('\n', canonical))));
        var text = $"{Method}\n{at}\n{scope}\n{hash}";
        var signature = Convert.ToHexStringLower(Mac(DayKey(at[..8]), text));
        return
        [
            .. sent,
            new("Authorization", $"{Method} Credential={keyId}/{scope}, SignedHeaders={names}, Signature={signature}"),
        ];
    }

    private byte[] DayKey(string day) =>
        Mac(Mac(Mac(Mac(Bytes("AWS4" + key), day), region), Service), End);

    private static byte[] Mac(byte[] with, string text) => HMACSHA256.HashData(with, Bytes(text));

    private static byte[] Bytes(string text) => Encoding.UTF8.GetBytes(text);
}
