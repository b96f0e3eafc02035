using System.Globalization;
using System.Net;
using System.Security.Cryptography;
using System.Text;

/// <summary>
/// One bucket, spoken to over S3 as far as files are read, copied and removed by it. Requests that are not signed as
/// Amazon documents it (Signature Version 4) are refused.
/// </summary>
internal sealed class BucketServer() : StoreServer<(byte[] Content, DateTime Written)>("http://127.0.0.1:9000")
{
    public const string Bucket = "deliveries";
    public const string Region = "eu-central-1";
    public const string KeyId = "AKIDEXAMPLE";
    public const string Key = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";

    /// <summary>Names of one page of a listing at most.</summary>
    public int PageMax { get; set; } = 1000;

    /// <summary>Listens on a port of the loopback.</summary>
    public BucketServer Listen()
    {
        Begin();
        return this;
    }

    public override void Dispose() => End();

    protected override (int Status, byte[] Body) Answer(
        string method, string path, string query, IReadOnlyDictionary<string, string> headers)
    {
        if (Mistake(method, path, query, headers) is { } code)
        {
            return Error(403, code);
        }

        var parts = path.Split('/', 3);
        return parts.Length < 2 || parts[1] != Bucket ? Error(404, "NoSuchBucket")
            : parts.Length < 3 || parts[2].Length == 0 ? List(query)
            : On(method, Uri.UnescapeDataString(parts[2]), headers);
    }

    protected override (byte[] Content, DateTime Written) Made(byte[] content, DateTime written) => (content, written);

    protected override byte[] ContentOf((byte[] Content, DateTime Written) kept) => kept.Content;

    private (int Status, byte[] Body) On(string method, string name, IReadOnlyDictionary<string, string> headers)
    {
        if (method == "PUT")
        {
            return Copy(name, headers);
        }

        if (method == "DELETE")
        {
            Kept.Remove(name);
            return (204, []);
        }

        if (!Kept.TryGetValue(name, out var found))
        {
            return Error(404, "NoSuchKey");
        }

        if (headers.TryGetValue("if-match", out var tag) && tag != TagOf(found.Content))
        {
            return Error(412, "PreconditionFailed");
        }

        return Read(found.Content, headers) ?? Error(416, "InvalidRange");
    }

    private (int Status, byte[] Body) Copy(string name, IReadOnlyDictionary<string, string> headers)
    {
        var source = Uri.UnescapeDataString(headers["x-amz-copy-source"])[$"/{Bucket}/".Length..];
        if (!Kept.TryGetValue(source, out var found))
        {
            return Error(404, "NoSuchKey");
        }

        if (headers["x-amz-copy-source-if-match"] != TagOf(found.Content))
        {
            return Error(412, "PreconditionFailed");
        }

        Kept[name] = (found.Content, Now().UtcDateTime);
        return (200, Encoding.UTF8.GetBytes(
            $"<CopyObjectResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><ETag>{Shown(TagOf(found.Content))}"
            + "</ETag></CopyObjectResult>"));
    }

    private (int Status, byte[] Body) List(string query)
    {
        var asked = query.Split('&').Select(one => one.Split('=', 2))
            .ToDictionary(one => Uri.UnescapeDataString(one[0]), one => Uri.UnescapeDataString(one[1]));
        var prefix = asked.GetValueOrDefault("prefix", "");
        var from = asked.GetValueOrDefault("continuation-token", "");
        var most = Math.Min(PageMax, int.Parse(asked["max-keys"], CultureInfo.InvariantCulture));
        // A folder counts as one name, and has the place of the first that begins with it.
        var names = Kept.Keys.Where(name => name.StartsWith(prefix, StringComparison.Ordinal))
            .Select(name => asked.ContainsKey("delimiter") && name.IndexOf('/', prefix.Length) is var slash and >= 0
                ? name[..(slash + 1)] : name).Distinct()
            .Where(name => string.CompareOrdinal(name, from) > 0).ToList();
        var text = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
            .Append("<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">")
            .Append("<EncodingType>").Append(asked["encoding-type"]).Append("</EncodingType>");
        foreach (var name in names.Take(most))
        {
            text.Append(Kept.TryGetValue(name, out var found) ? Entry(name, found)
                : $"<CommonPrefixes><Prefix>{Encoded(name)}</Prefix></CommonPrefixes>");
        }

        var isCutOff = names.Count > most;
        text.Append(isCutOff ? "<IsTruncated>true</IsTruncated>" : "<IsTruncated>false</IsTruncated>")
            .Append(isCutOff ? $"<NextContinuationToken>{Shown(names[most - 1])}</NextContinuationToken>" : "")
            .Append("</ListBucketResult>");
        return (200, Encoding.UTF8.GetBytes(text.ToString()));
    }

    private static string Entry(string name, (byte[] Content, DateTime Written) found) =>
        $"<Contents><Key>{Encoded(name)}</Key><LastModified>"
        + found.Written.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture)
        + $"</LastModified><ETag>{Shown(TagOf(found.Content))}</ETag>"
        + $"<Size>{found.Content.Length.ToString(CultureInfo.InvariantCulture)}</Size></Contents>";

    // As `encoding-type=url` has it, in which a blank is a plus.
    private static string Encoded(string name) =>
        Uri.EscapeDataString(name).Replace("%2F", "/", StringComparison.Ordinal)
            .Replace("%20", "+", StringComparison.Ordinal);

    private static string Shown(string text) => WebUtility.HtmlEncode(text);

    private static string TagOf(byte[] content) => $"\"{Convert.ToHexStringLower(SHA256.HashData(content))[..32]}\"";

    private static (int Status, byte[] Body) Error(int status, string code) =>
        (status, Encoding.UTF8.GetBytes($"<Error><Code>{code}</Code><Message>{code}</Message></Error>"));

    private string? Mistake(string method, string path, string query, IReadOnlyDictionary<string, string> headers)
    {
        if (!headers.TryGetValue("authorization", out var said) || !headers.TryGetValue("x-amz-date", out var at))
        {
            return "AccessDenied";
        }

        var parts = said["AWS4-HMAC-SHA256 ".Length..].Split(", ")
            .Select(part => part.Split('=', 2)).ToDictionary(part => part[0], part => part[1]);
        var sent = DateTimeOffset.ParseExact(
            at, "yyyyMMdd'T'HHmmss'Z'", CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal);
        if ((Now() - sent).Duration() > TimeSpan.FromMinutes(15))
        {
            return "RequestTimeTooSkewed";
        }

        var day = at[..8];
        var scope = $"{day}/{Region}/s3/aws4_request";
        if (parts["Credential"] != $"{KeyId}/{scope}")
        {
            return "InvalidAccessKeyId";
        }

        var names = parts["SignedHeaders"].Split(';');
        if (!names.Contains("host") || headers.Keys.Any(name =>
            name.StartsWith("x-amz-", StringComparison.Ordinal) && !names.Contains(name)))
        {
            return "AccessDenied";
        }

        var canonical = new StringBuilder().Append(method).Append('\n').Append(path).Append('\n')
            .AppendJoin('&', query.Split('&', StringSplitOptions.RemoveEmptyEntries).Order(StringComparer.Ordinal))
            .Append('\n');
        foreach (var name in names)
        {
            canonical.Append(name).Append(':').Append(headers[name]).Append('\n');
        }

        canonical.Append('\n').Append(parts["SignedHeaders"]).Append('\n').Append(headers["x-amz-content-sha256"]);
        var digest = Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(canonical.ToString())));
        var key = Encoding.UTF8.GetBytes("AWS4" + Key);
        foreach (var step in new[] { day, Region, "s3", "aws4_request", $"AWS4-HMAC-SHA256\n{at}\n{scope}\n{digest}" })
        {
            key = HMACSHA256.HashData(key, Encoding.UTF8.GetBytes(step));
        }

        return parts["Signature"] == Convert.ToHexStringLower(key) ? null : "SignatureDoesNotMatch";
    }
}
