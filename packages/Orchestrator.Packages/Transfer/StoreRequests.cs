using System.Globalization;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Http;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Transfer;

/// <summary>
/// Asks a store, one signed request after the other, through the guard that all goes through which leads out by
/// metadata. Buckets stand in the path, as every store takes it.
/// </summary>
internal sealed class StoreRequests
{
    private const long AnswerMax = 16 << 20;
    private const int Done = 200;
    private const int Part = 206;
    private const int Nothing = 204;
    private const int Broken = 500;

    private readonly BucketStore _store;
    private readonly PlaceAccess _access;
    private readonly StoreSignature _signature;
    private readonly Uri _endpoint;
    private readonly string _bucket;

    /// <summary>Knows whom to ask; nobody is asked yet.</summary>
    /// <exception cref="PackageRefusedException">A value is missing, or the endpoint is no address.</exception>
    public StoreRequests(BucketStore store, PlaceAccess access)
    {
        (_store, _access) = (store, access);
        var address = Value(store.Endpoint);
        _bucket = Value(store.Bucket);
        if (!Uri.TryCreate(address, UriKind.Absolute, out var endpoint) || endpoint.PathAndQuery != "/"
            || endpoint.UserInfo.Length > 0 || _bucket.Length == 0)
        {
            throw ConnectionValues.Refused($"`endpoint` or `bucket` of the store '{store.Name}' is empty, or the first "
                + "is no address without a path.");
        }

        _endpoint = endpoint;
        _signature = new StoreSignature(Value(store.KeyId ?? ""), Value(store.Key ?? ""), store.Region);
        Name = $"The store '{store.Name}' ({endpoint.Authority}, bucket {_bucket})";
    }

    /// <summary>How people know it, at the begin of a sentence.</summary>
    public string Name { get; }

    /// <summary>One page of the objects whose names begin so, in the order of their bytes.</summary>
    /// <param name="prefix">What they begin with.</param>
    /// <param name="isFlat">Whether those with a further / are left out.</param>
    /// <param name="most">How many at most.</param>
    /// <param name="from">What the page before said of the next one; null = the first.</param>
    public StoreListing List(string prefix, bool isFlat, int most, string? from)
    {
        var what = $"list '{RemoteName.Shown(prefix)}'";
        List<KeyValuePair<string, string>> query =
        [
            new("encoding-type", "url"), new("list-type", "2"),
            new("max-keys", most.ToString(CultureInfo.InvariantCulture)), new("prefix", prefix),
        ];
        if (isFlat)
        {
            query.Add(new("delimiter", "/"));
        }

        if (from is not null)
        {
            query.Add(new("continuation-token", from));
        }

        var (status, body) = Ask("GET", "", query, [], what, AnswerMax);
        try
        {
            return status == Done ? StoreListing.Of(body) : throw StoreFaults.Of(status, body, Name, what);
        }
        catch (FormatException odd)
        {
            throw StoreFaults.Unread(Name, what, odd.Message);
        }
    }

    /// <summary>Some bytes of an object, as long as it is the one that was listed; null = it is another one by now, or
    /// gone.</summary>
    public byte[]? Read(StoredObject listed, long from, int count)
    {
        var what = $"send '{RemoteName.Shown(listed.Key)}'";
        var last = from + count - 1;
        var (status, body) = Ask("GET", listed.Key, [], [
            new("if-match", listed.Tag), new("range", string.Create(CultureInfo.InvariantCulture,
                $"bytes={from}-{last}")),
        ], what, count);
        return status switch
        {
            Part when body.Length == count => body,
            Done when from == 0 && body.Length == count => body,
            StoreFaults.Changed or StoreFaults.Gone => null,
            Part or Done => throw StoreFaults.Unread(
                Name, what, string.Create(CultureInfo.InvariantCulture, $"{body.Length} bytes for {count}")),
            _ => throw StoreFaults.Of(status, body, Name, what),
        };
    }

    /// <summary>Copies an object within the bucket, as long as it is the one that was listed; false = it is another
    /// one by now, or gone.</summary>
    public bool Copy(StoredObject listed, string to)
    {
        var what = $"copy '{RemoteName.Shown(listed.Key)}'";
        var (status, body) = Ask("PUT", to, [], [
            new("x-amz-copy-source", $"/{_bucket}/{Encoded(listed.Key)}"),
            new("x-amz-copy-source-if-match", listed.Tag),
        ], what, AnswerMax);
        return status switch
        {
            // An error on the way comes behind the status that says that all is well.
            Done when StoreListing.IsCopied(body) => true,
            Done => throw StoreFaults.Of(Broken, body, Name, what),
            StoreFaults.Changed or StoreFaults.Gone => false,
            _ => throw StoreFaults.Of(status, body, Name, what),
        };
    }

    /// <summary>Removes an object, if it is there.</summary>
    public void Delete(string key)
    {
        var what = $"delete '{RemoteName.Shown(key)}'";
        var (status, body) = Ask("DELETE", key, [], [], what, AnswerMax);
        if (status is not (Done or Nothing))
        {
            throw StoreFaults.Of(status, body, Name, what);
        }
    }

    // Each of these may be asked twice: the same comes of it. But where a name has been freed somebody may have put
    // another file since: a removal of which nobody knows is left to who comes behind.
    private (int Status, byte[] Body) Ask(string method, string key, List<KeyValuePair<string, string>> query,
        IReadOnlyList<KeyValuePair<string, string>> headers, string what, long most)
    {
        var first = Send(method, key, query, headers, most, out var body);
        var isOver = first.End is HttpEnd.Answered or HttpEnd.Refused or HttpEnd.TooLong
            || (method == "DELETE" && first.End != HttpEnd.Unreached);
        var reply = isOver ? first : Send(method, key, query, headers, most, out body);
        return reply.End switch
        {
            HttpEnd.Answered => (reply.Status, body.ToArray()),
            HttpEnd.TooLong => throw StoreFaults.Unread(Name, what, "more bytes came than were asked for"),
            _ => throw StoreFaults.Of(reply, Name, what),
        };
    }

    private HttpReply Send(string method, string key, List<KeyValuePair<string, string>> query,
        IReadOnlyList<KeyValuePair<string, string>> headers, long most, out MemoryStream body)
    {
        var path = key.Length == 0 ? $"/{_bucket}" : $"/{_bucket}/{Encoded(key)}";
        var asked = string.Join('&', query
            .Select(one => (Name: Uri.EscapeDataString(one.Key), Value: Uri.EscapeDataString(one.Value)))
            .OrderBy(one => one.Name, StringComparer.Ordinal).Select(one => $"{one.Name}={one.Value}"));
        var into = new MemoryStream();
        var reply = _access.Send(new HttpSending
        {
            Method = method,
            Address = $"{_endpoint.Scheme}://{_endpoint.Authority}{path}{(asked.Length > 0 ? "?" + asked : "")}",
            Headers = _signature.Sign(
                method, _endpoint.Authority, path, asked, headers, _access.Time.GetUtcNow()),
            MayCarry = method == "PUT",
            AllowPrivate = _store.AllowPrivate,
            Timeout = _store.Timeout,
            Keep = _ => into,
            KeptMax = Math.Max(most, AnswerMax),
        }, _access.Cancellation);
        body = into;
        return reply;
    }

    private static string Encoded(string key) => string.Join('/', key.Split('/').Select(Uri.EscapeDataString));

    private string Value(string written) => ConnectionValues.Of(() => _access.Resolve(written));
}
