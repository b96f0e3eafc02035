using System.Globalization;
using System.Net;
using System.Security.Cryptography;
using System.Text;

/// <summary>
/// One bucket, spoken to over S3 as far as files are read, copied and removed by it. Requests that are not signed as
/// Amazon documents it (Signature Version 4) are refused. It can be asked over HTTP, or without a network.
/// </summary>
internal sealed class BucketServer : IDisposable
{
    public const string Bucket = "deliveries";
    public const string Region = "eu-central-1";
    public const string KeyId = "AKIDEXAMPLE";
    public const string Key = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";

    private readonly Lock _turn = new();
    private readonly SortedDictionary<string, (byte[] Content, DateTime Written)> _objects =
        new(StringComparer.Ordinal);

    private StoreListener? _listener;

    /// <summary>Names of one page of a listing at most.</summary>
    public int PageMax { get; set; } = 1000;

    /// <summary>Called with method and path before a request is answered; what it returns is answered instead.
    /// </summary>
    public Func<string, string, (int Status, string Body)?> Before { get; set; } = (_, _) => null;

    /// <summary>The clock that signatures are held against.</summary>
    public Func<DateTimeOffset> Now { get; set; } = () => TimeProvider.System.GetUtcNow();

    /// <summary>How many requests were answered.</summary>
    public int Requests { get; private set; }

    /// <summary>Its address once it listens.</summary>
    public string Address { get; private set; } = "http://127.0.0.1:9000";

    /// <summary>The names of all objects.</summary>
    public string[] Names
    {
        get
        {
            lock (_turn)
            {
                return [.. _objects.Keys];
            }
        }
    }

    /// <summary>Listens on a port of the loopback.</summary>
    public BucketServer Listen()
    {
        _listener = StoreListener.Start(Answer);
        Address = _listener.Address;
        return this;
    }

    /// <summary>Puts an object there.</summary>
    public void Put(string name, string text, DateTime? written = null) =>
        Put(name, Encoding.UTF8.GetBytes(text), written);

    /// <summary>Puts an object there.</summary>
    public void Put(string name, byte[] content, DateTime? written = null)
    {
        lock (_turn)
        {
            _objects[name] = (content, written ?? Now().UtcDateTime);
        }
    }

    /// <summary>What an object holds.</summary>
    public string Text(string name)
    {
        lock (_turn)
        {
            return Encoding.UTF8.GetString(_objects[name].Content);
        }
    }

    /// <summary>Answers a request.</summary>
    /// <param name="method">Its method.</param>
    /// <param name="target">Path and query as they were sent.</param>
    /// <param name="headers">Its headers by their names in small letters, Host among them.</param>
    public (int Status, byte[] Body) Answer(
        string method, string target, IReadOnlyDictionary<string, string> headers)
    {
        var (path, query) = target.IndexOf('?') is var at and >= 0 ? (target[..at], target[(at + 1)..]) : (target, "");
        if (Before(method, Uri.UnescapeDataString(path)) is { } instead)
        {
            return (instead.Status, Encoding.UTF8.GetBytes(instead.Body));
        }

        lock (_turn)
        {
            Requests++;
            if (Mistake(method, path, query, headers) is { } code)
            {
                return Error(403, code);
            }

            var parts = path.Split('/', 3);
            return parts.Length < 2 || parts[1] != Bucket ? Error(404, "NoSuchBucket")
                : parts.Length < 3 || parts[2].Length == 0 ? List(query)
                : On(method, Uri.UnescapeDataString(parts[2]), headers);
        }
    }

    public void Dispose() => _listener?.Dispose();

    private (int Status, byte[] Body) On(string method, string name, IReadOnlyDictionary<string, string> headers)
    {
        if (method == "PUT")
        {
            return Copy(name, headers);
        }

        if (method == "DELETE")
        {
            _objects.Remove(name);
            return (204, []);
        }

        if (!_objects.TryGetValue(name, out var found))
        {
            return Error(404, "NoSuchKey");
        }

        if (headers.TryGetValue("if-match", out var tag) && tag != TagOf(found.Content))
        {
            return Error(412, "PreconditionFailed");
        }

        if (!headers.TryGetValue("range", out var range))
        {
            return (200, found.Content);
        }

        var ends = range["bytes=".Length..].Split('-');
        var (from, last) = (int.Parse(ends[0], CultureInfo.InvariantCulture),
            Math.Min(int.Parse(ends[1], CultureInfo.InvariantCulture), found.Content.Length - 1));
        return from > last ? Error(416, "InvalidRange") : (206, found.Content[from..(last + 1)]);
    }

    private (int Status, byte[] Body) Copy(string name, IReadOnlyDictionary<string, string> headers)
    {
        var source = Uri.UnescapeDataString(headers["x-amz-copy-source"])[$"/{Bucket}/".Length..];
        if (!_objects.TryGetValue(source, out var found))
        {
            return Error(404, "NoSuchKey");
        }

        if (headers["x-amz-copy-source-if-match"] != TagOf(found.Content))
        {
            return Error(412, "PreconditionFailed");
        }

        _objects[name] = (found.Content, Now().UtcDateTime);
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
        var names = _objects.Keys.Where(name => name.StartsWith(prefix, StringComparison.Ordinal))
            .Select(name => asked.ContainsKey("delimiter") && name.IndexOf('/', prefix.Length) is var slash and >= 0
                ? name[..(slash + 1)] : name).Distinct()
            .Where(name => string.CompareOrdinal(name, from) > 0).ToList();
        var text = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
            .Append("<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">")
            .Append("<EncodingType>").Append(asked["encoding-type"]).Append("</EncodingType>");
        foreach (var name in names.Take(most))
        {
            text.Append(_objects.TryGetValue(name, out var found) ? Entry(name, found)
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
