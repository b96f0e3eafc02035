using System.Globalization;
using System.Net;
using System.Text;

/// <summary>
/// One container of Azure Blob as far as files are read, copied and removed by it, below its account as emulators have
/// it. Requests are let in whose signature is the one of Azure's documents (Shared Key), or that have the token.
/// </summary>
internal sealed class BlobServer() : StoreServer<StoredBlob>($"http://127.0.0.1:10000/{Account}")
{
    public const string Account = "deliverylake";
    public const string Container = "deliveries";
    public const string Key = "bm90IGEga2V5IG9mIGFueWJvZHksIGJ1dCBsb25nIGVub3VnaCB0byBzaWduIHdpdGggaXQhIQ==";
    public const string Token =
        "sv=2021-08-06&sr=c&sp=rlcwd&se=2099-01-01T00%3A00%3A00Z&sig=c2lnbmVkIGJ5IG5vYm9keQ%3D%3D";

    private int _tags;

    /// <summary>Names of one page of a listing at most.</summary>
    public int PageMax { get; set; } = 5000;

    /// <summary>How many pages without any name come before the first.</summary>
    public int EmptyPages { get; set; }

    /// <summary>Whether it tells what blobs hold (Content-MD5).</summary>
    public bool HasPrints { get; set; } = true;

    /// <summary>How often a new copy is told to be pending before it is whole.</summary>
    public int CopyLooks { get; set; }

    /// <summary>What becomes of copies.</summary>
    public string CopyEnd { get; set; } = "success";

    /// <summary>Names that accounts with a hierarchy tell as blobs, and are folders.</summary>
    public HashSet<string> Folders { get; } = [];

    /// <summary>Names of blobs that have snapshots, which nobody deletes who does not say so.</summary>
    public HashSet<string> WithSnapshots { get; } = [];

    /// <summary>Listens on a port of the loopback.</summary>
    public BlobServer Listen()
    {
        Begin($"/{Account}");
        return this;
    }

    /// <summary>Takes a blob away.</summary>
    public void Remove(string name)
    {
        lock (Turn)
        {
            Kept.Remove(name);
        }
    }

    /// <summary>Begins a copy, as somebody else might.</summary>
    public void Copied(string from, string to)
    {
        lock (Turn)
        {
            Kept[to] = Kept[from] with { Tag = NewTag(), Looks = CopyLooks, Copy = CopyEnd };
        }
    }

    public override void Dispose() => End();

    protected override (int Status, byte[] Body) Answer(
        string method, string path, string query, IReadOnlyDictionary<string, string> headers)
    {
        var asked = SharedKeyCheck.Query(query);
        if (Mistake(method, path, query, asked, headers) is { } refused)
        {
            return refused;
        }

        var parts = path.Split('/', 4);
        return parts.Length < 3 || parts[1] != Account || parts[2] != Container ? Error(404, "ContainerNotFound")
            : parts.Length < 4 || parts[3].Length == 0 ? List(asked)
            : On(method, Uri.UnescapeDataString(parts[3]), headers);
    }

    protected override StoredBlob Made(byte[] content, DateTime written) => new(content, written, NewTag());

    protected override byte[] ContentOf(StoredBlob kept) => kept.Content;

    private (int Status, byte[] Body)? Mistake(string method, string path, string query,
        Dictionary<string, string> asked, IReadOnlyDictionary<string, string> headers)
    {
        if (!headers.ContainsKey("x-ms-version"))
        {
            return Error(400, "MissingRequiredHeader");
        }

        if (asked.ContainsKey("sig"))
        {
            return !query.EndsWith(Token, StringComparison.Ordinal) ? Error(403, "AuthenticationFailed")
                : Now().Year >= 2099 ? Error(403, "AuthenticationFailed", "Signature not valid in the specified time "
                    + "frame: Start [a] - Expiry [b] - Current [c]")
                : null;
        }

        return SharedKeyCheck.Mistake(Account, Key, method, path, asked, headers, Now()) is { } why
            ? Error(403, "AuthenticationFailed", why) : null;
    }

    private (int Status, byte[] Body) On(string method, string name, IReadOnlyDictionary<string, string> headers)
    {
        if (method == "PUT")
        {
            return Copy(name, headers);
        }

        if (!Kept.TryGetValue(name, out var found))
        {
            return Error(404, "BlobNotFound");
        }

        if (headers.TryGetValue("if-match", out var tag) && tag != found.Tag)
        {
            return Error(412, "ConditionNotMet");
        }

        if (method == "DELETE" && WithSnapshots.Contains(name) && !headers.ContainsKey("x-ms-delete-snapshots"))
        {
            return Error(409, "SnapshotsPresent");
        }

        if (method == "DELETE")
        {
            Kept.Remove(name);
            return (202, []);
        }

        return Read(found.Content, headers) ?? Error(416, "InvalidRange");
    }

    private (int Status, byte[] Body) Copy(string name, IReadOnlyDictionary<string, string> headers)
    {
        var (address, token) = headers["x-ms-copy-source"].Split('?', 2) is [var one, var other]
            ? (one, other) : (headers["x-ms-copy-source"], "");
        var source = Uri.UnescapeDataString(address)[$"{Address}/{Container}/".Length..];
        // A token lets in to what it stands at, and not to what is copied from there.
        if (!headers.ContainsKey("authorization") && token != Token)
        {
            return Error(404, "CannotVerifyCopySource");
        }

        if (!Kept.TryGetValue(source, out var found))
        {
            return Error(404, "CannotVerifyCopySource");
        }

        if (headers.TryGetValue("x-ms-source-if-match", out var tag) && tag != found.Tag)
        {
            return Error(412, "SourceConditionNotMet");
        }

        if (Kept.ContainsKey(name) && headers.GetValueOrDefault("if-none-match") == "*")
        {
            return Error(409, "BlobAlreadyExists");
        }

        Kept[name] = new StoredBlob(CopyEnd == "success" ? found.Content : [], Now().UtcDateTime, NewTag())
        {
            Looks = CopyLooks,
            Copy = CopyEnd,
        };
        return (202, []);
    }

    private (int Status, byte[] Body) List(Dictionary<string, string> asked)
    {
        if (asked.GetValueOrDefault("restype") != "container" || asked.GetValueOrDefault("comp") != "list")
        {
            return Error(400, "InvalidQueryParameterValue");
        }

        var prefix = asked.GetValueOrDefault("prefix", "");
        var marker = Encoding.UTF8.GetString(Convert.FromBase64String(asked.GetValueOrDefault("marker", "")));
        if (marker is "" or "\u0001" && EmptyPages > 0)
        {
            EmptyPages--;
            return (200, Page("", "\u0001"));
        }

        var most = Math.Min(PageMax, int.Parse(asked["maxresults"], CultureInfo.InvariantCulture));
        var delimiter = asked.GetValueOrDefault("delimiter", "");
        var names = Kept.Keys.Concat(Folders).Where(name => name.StartsWith(prefix, StringComparison.Ordinal))
            .Select(name => delimiter.Length > 0 && name.IndexOf(delimiter, prefix.Length, StringComparison.Ordinal)
                is var slash and >= 0 ? name[..(slash + 1)] : name).Distinct().Order(StringComparer.Ordinal)
            .Where(name => string.CompareOrdinal(name, marker.TrimStart('\u0001')) > 0).ToList();
        var text = string.Concat(names.Take(most).Select(name => Folders.Contains(name) ? BlobXml.Folder(name)
            : Kept.TryGetValue(name, out var found) ? BlobXml.Entry(name, found, HasPrints)
            : BlobXml.Prefix(name)));
        return (200, Page(text, names.Count > most ? names[most - 1] : ""));
    }

    private static byte[] Page(string entries, string next) => Encoding.UTF8.GetBytes(
        "\uFEFF<?xml version=\"1.0\" encoding=\"utf-8\"?><EnumerationResults><Blobs>" + entries + "</Blobs><NextMarker>"
        + Convert.ToBase64String(Encoding.UTF8.GetBytes(next)) + "</NextMarker></EnumerationResults>");

    private static (int Status, byte[] Body) Error(int status, string code, string detail = "") =>
        (status, Encoding.UTF8.GetBytes($"\uFEFF<?xml version=\"1.0\" encoding=\"utf-8\"?><Error><Code>{code}</Code>"
            + $"<Message>{code}\nRequestId:1</Message><AuthenticationErrorDetail>{WebUtility.HtmlEncode(detail)}"
            + "</AuthenticationErrorDetail></Error>"));

    private string NewTag() => string.Create(CultureInfo.InvariantCulture, $"\"0x8DC{++_tags:X12}\"");
}
