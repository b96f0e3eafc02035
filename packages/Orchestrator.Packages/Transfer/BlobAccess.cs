using System.Globalization;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Http;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Transfer;

/// <summary>
/// Where a container of Azure Blob is and what lets in there: the key of its account, which signs each request, or a
/// token (SAS), which stands in each address. No text of ours holds an address with it.
/// </summary>
internal sealed class BlobAccess
{
    // Since 2021-02-12 a listing says which names it had to encode.
    private const string Version = "2021-08-06";

    private readonly BlobStore _store;
    private readonly PlaceAccess _access;
    private readonly BlobSignature? _signature;
    private readonly string _token = "";
    private readonly string _origin;
    private readonly string _path;

    /// <summary>Knows whom to ask; nobody is asked yet.</summary>
    /// <exception cref="PackageRefusedException">A value is missing or cannot be used.</exception>
    public BlobAccess(BlobStore store, PlaceAccess access)
    {
        (_store, _access) = (store, access);
        var (account, container) = (Value(store.Account), Value(store.Container));
        var address = EndpointOf(store, Value);
        if (!IsName(account) || !IsName(container)
            || !Uri.TryCreate(address, UriKind.Absolute, out var endpoint) || endpoint.UserInfo.Length > 0
            || endpoint.Query.Length > 0 || endpoint.Fragment.Length > 0
            || endpoint.AbsolutePath.Trim('/') is not { } below
            || (below.Length > 0 && below != account))
        {
            throw ConnectionValues.Refused($"`account`, `container` or `endpoint` of the blob store '{store.Name}' is "
                + "empty or no name, or the last is no address that ends there or with the account.");
        }

        _origin = $"{endpoint.Scheme}://{endpoint.Authority}";
        _path = $"{(below.Length > 0 ? "/" + below : "")}/{container}";
        if (store.Sas is { } sas)
        {
            _token = Token(Value(sas));
        }
        else
        {
            _signature = new BlobSignature(account, Key(Value(store.Key ?? "")));
        }

        Name = $"The blob store '{store.Name}' ({endpoint.Authority}, container {container})";
    }

    /// <summary>How people know it, at the begin of a sentence.</summary>
    public string Name { get; }

    /// <summary>The address of its account, as it is written or as Azure calls it.</summary>
    public static string EndpointOf(BlobStore store, Func<string, string> resolve) => store.Endpoint is { } written
        ? resolve(written) : $"https://{resolve(store.Account)}.blob.core.windows.net";

    /// <summary>The address of a blob for the store itself, which copies it; it may hold the token.</summary>
    public string AddressOf(string key) => With(_origin + PathOf(key), "");

    /// <summary>A request, signed for this moment.</summary>
    public HttpSending Request(string method, string key, IReadOnlyList<KeyValuePair<string, string>> query,
        IReadOnlyList<KeyValuePair<string, string>> headers)
    {
        var path = PathOf(key);
        List<KeyValuePair<string, string>> sent =
        [
            .. headers,
            new("x-ms-date", _access.Time.GetUtcNow().UtcDateTime.ToString("R", CultureInfo.InvariantCulture)),
            new("x-ms-version", Version),
        ];
        if (_signature is not null)
        {
            sent.Add(new("Authorization", _signature.Sign(method, path, query, sent)));
        }

        return new HttpSending
        {
            Method = method,
            Address = With(_origin + path, StoreAddress.Of(query)),
            Headers = sent,
            MayCarry = method == "PUT",
            AllowPrivate = _store.AllowPrivate,
            Timeout = _store.Timeout,
        };
    }

    private string PathOf(string key) => key.Length == 0 ? _path : $"{_path}/{StoreAddress.Of(key)}";

    private string With(string address, string query)
    {
        var asked = query.Length > 0 && _token.Length > 0 ? $"{query}&{_token}" : query + _token;
        return asked.Length > 0 ? $"{address}?{asked}" : address;
    }

    // What is copied out of a page of Azure may begin with a question mark.
    private string Token(string sas)
    {
        var token = sas.Trim().TrimStart('?');
        return token.Split('&').Any(part => part.StartsWith("sig=", StringComparison.Ordinal))
            && token.All(sign => sign is > ' ' and <= '~' and not ('#' or '?'))
                ? token
                : throw ConnectionValues.Refused($"`sas` of the blob store '{_store.Name}' is no token: it is what "
                    + "stands behind the question mark of an address, sv=…&sig=….");
    }

    private byte[] Key(string text)
    {
        var key = new byte[text.Length];
        return text.Length > 0 && Convert.TryFromBase64String(text, key, out var length) ? key[..length]
            : throw ConnectionValues.Refused(
                $"`key` of the blob store '{_store.Name}' is no key of an account, which is written in base64.");
    }

    private static bool IsName(string text) => text.Length > 0
        && text.All(sign => char.IsAsciiLetterLower(sign) || char.IsAsciiDigit(sign) || sign is '-' or '$');

    private string Value(string written) => ConnectionValues.Of(() => _access.Resolve(written));
}
