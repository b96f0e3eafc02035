using System.Globalization;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Http;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Transfer;

/// <summary>
/// Asks a store that speaks S3, one signed request after the other. Buckets stand in the path, as every store takes it.
/// </summary>
internal sealed class BucketRequests : IStoreRequests
{
    private const int Done = 200;
    private const int Part = 206;
    private const int Nothing = 204;
    private const int Broken = 500;

    private readonly BucketStore _store;
    private readonly PlaceAccess _access;
    private readonly BucketSignature _signature;
    private readonly StoreFaults _faults;
    private readonly StoreSender _sender;
    private readonly Uri _endpoint;
    private readonly string _bucket;

    /// <summary>Knows whom to ask; nobody is asked yet.</summary>
    /// <exception cref="PackageRefusedException">A value is missing, or the endpoint is no address.</exception>
    public BucketRequests(BucketStore store, PlaceAccess access)
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
        _signature = new BucketSignature(Value(store.KeyId ?? ""), Value(store.Key ?? ""), store.Region);
        Name = $"The store '{store.Name}' ({endpoint.Authority}, bucket {_bucket})";
        _faults = new StoreFaults(Name, StoreAdvice.OfBuckets);
        _sender = new StoreSender(access, _faults, busyMax: 0);
    }

    /// <inheritdoc />
    public string Name { get; }

    /// <inheritdoc />
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

        var (status, body) = Ask("GET", "", query, [], what);
        try
        {
            return status == Done ? BucketListing.Of(body) : throw _faults.Of(status, body, what);
        }
        catch (FormatException odd)
        {
            throw _faults.Unread(what, odd.Message);
        }
    }

    /// <inheritdoc />
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
            Part or Done => throw _faults.Unread(
                what, string.Create(CultureInfo.InvariantCulture, $"{body.Length} bytes for {count}")),
            _ => throw _faults.Of(status, body, what),
        };
    }

    /// <inheritdoc />
    public CopyEnd Copy(StoredObject listed, string to)
    {
        var what = $"copy '{RemoteName.Shown(listed.Key)}'";
        var (status, body) = Ask("PUT", to, [], [
            new("x-amz-copy-source", $"/{_bucket}/{StoreAddress.Of(listed.Key)}"),
            new("x-amz-copy-source-if-match", listed.Tag),
        ], what);
        return status switch
        {
            // An error on the way comes behind the status that says that all is well.
            Done when BucketListing.IsCopied(body) => CopyEnd.Copied,
            Done => throw _faults.Of(Broken, body, what),
            StoreFaults.Changed or StoreFaults.Gone => CopyEnd.Changed,
            _ => throw _faults.Of(status, body, what),
        };
    }

    // No store takes the tag as a condition of that.
    /// <inheritdoc />
    public bool Delete(StoredObject listed)
    {
        var what = $"delete '{RemoteName.Shown(listed.Key)}'";
        var (status, body) = Ask("DELETE", listed.Key, [], [], what);
        if (status is not (Done or Nothing))
        {
            throw _faults.Of(status, body, what);
        }

        return true;
    }

    // Each of these may be asked twice: the same comes of it. But where a name has been freed somebody may have put
    // another file since: a removal of which nobody knows is left to who comes behind.
    private (int Status, byte[] Body) Ask(string method, string key, List<KeyValuePair<string, string>> query,
        IReadOnlyList<KeyValuePair<string, string>> headers, string what, long most = 0) =>
        _sender.Ask(() => Request(method, key, query, headers), method != "DELETE", what, most);

    private HttpSending Request(string method, string key, List<KeyValuePair<string, string>> query,
        IReadOnlyList<KeyValuePair<string, string>> headers)
    {
        var path = key.Length == 0 ? $"/{_bucket}" : $"/{_bucket}/{StoreAddress.Of(key)}";
        var asked = StoreAddress.Of(query);
        return new HttpSending
        {
            Method = method,
            Address = $"{_endpoint.Scheme}://{_endpoint.Authority}{path}{(asked.Length > 0 ? "?" + asked : "")}",
            Headers = _signature.Sign(
                method, _endpoint.Authority, path, asked, headers, _access.Time.GetUtcNow()),
            MayCarry = method == "PUT",
            AllowPrivate = _store.AllowPrivate,
            Timeout = _store.Timeout,
        };
    }

    private string Value(string written) => ConnectionValues.Of(() => _access.Resolve(written));
}
