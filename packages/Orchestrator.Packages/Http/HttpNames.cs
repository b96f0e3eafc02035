using System.Buffers;

namespace Orchestrator.Packages.Http;

/// <summary>What a header may be called, and which ones are not an author's to write.</summary>
internal static class HttpNames
{
    public const string ContentType = "Content-Type";

    /// <summary>The header by which a server knows a request again that it is sent twice.</summary>
    public const string IdempotencyKey = "Idempotency-Key";

    public const string UserAgent = "User-Agent";

    /// <summary>Who asks, where nobody says something else.</summary>
    public const string Agent = "orchestrator";

    private static readonly SearchValues<char> Token = SearchValues.Create(
        "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

    // They say how the message itself is carried, or where to; two senders of them are how requests are smuggled.
    private static readonly HashSet<string> OfConnection = new(StringComparer.OrdinalIgnoreCase)
    {
        "Host", "Content-Length", "Transfer-Encoding", "Connection", "Keep-Alive", "TE", "Trailer", "Upgrade",
        "Expect", "Proxy-Authorization", "Proxy-Connection", "Accept-Encoding",
    };

    private static readonly string[] OfSecrets =
    [
        "authorization", "cookie", "password", "passwd", "pwd", "secret", "token", "api-key", "api_key", "apikey",
        "access-key", "access_key", "accesskey", "signature",
    ];

    /// <summary>What is wrong with the name of a header, as the end of a sentence; null = nothing.</summary>
    public static string? Mistake(string name) =>
        name.Length == 0 || name.AsSpan().ContainsAnyExcept(Token) ? "is no name of a header"
        : OfConnection.Contains(name) ? "says how the request is carried, which is not for metadata to say"
        : null;

    /// <summary>Whether a header says something of a body.</summary>
    public static bool IsOfBody(string name) => name.StartsWith("Content-", StringComparison.OrdinalIgnoreCase);

    /// <summary>Whether what is called so is a secret.</summary>
    public static bool IsOfSecret(string name) =>
        OfSecrets.Any(word => name.Contains(word, StringComparison.OrdinalIgnoreCase));
}
