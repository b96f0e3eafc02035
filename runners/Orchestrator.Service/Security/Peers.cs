using System.Net;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Primitives;

namespace Orchestrator.Service.Security;

/// <summary>
/// Tells where requests come from. Headers that name somebody else count from a declared proxy alone; from others they
/// are refused, as they are forged, or a proxy is there of which nobody has said so.
/// </summary>
internal sealed class Peers(IReadOnlyList<IPAddress> proxies, bool hasTls)
{
    private const string For = "X-Forwarded-For";
    private const string Proto = "X-Forwarded-Proto";
    private const string Host = "X-Forwarded-Host";

    private static readonly string[] Forwarded = [For, Proto, Host, "Forwarded", "X-Real-IP", "X-Original-Host"];

    /// <summary>Finds the peer, and sets scheme and host to what the declared proxy was asked.</summary>
    public (Peer Peer, Refusal? Refusal) Of(HttpContext context)
    {
        var address = ListenAddress.Plain(context.Connection.RemoteIpAddress ?? IPAddress.None);
        var direct = new Peer(address, false);
        if (!proxies.Contains(address))
        {
            return (direct, Direct(context, address));
        }

        if (!context.Request.Headers.ContainsKey(For))
        {
            return (direct, null);
        }

        return Last(context, For) is not { } named || !IPAddress.TryParse(named, out var from)
            ? (direct, new Refusal(400, "the proxy names no address that it passes the request on for"))
            : (new Peer(ListenAddress.Plain(from), true), PassedOn(context));
    }

    private Refusal? Direct(HttpContext context, IPAddress address) =>
        Forwarded.Any(context.Request.Headers.ContainsKey)
            ? new Refusal(400, "forwarded headers come from an address that is no declared proxy")
        : !hasTls && !IPAddress.IsLoopback(address)
            ? new Refusal(403, "without TLS only the declared proxy is answered")
        : null;

    private static Refusal? PassedOn(HttpContext context)
    {
        if (Last(context, Proto) is not "https")
        {
            return new Refusal(403, "the proxy was asked without TLS, or does not say so (X-Forwarded-Proto)");
        }

        context.Request.Scheme = "https";
        if (Last(context, Host) is { Length: > 0 } host)
        {
            context.Request.Host = new HostString(host);
        }

        return null;
    }

    // What stands last the proxy itself has added; before it anybody may have written anything.
    private static string? Last(HttpContext context, string name) =>
        context.Request.Headers[name] is var values && !StringValues.IsNullOrEmpty(values)
            ? values[^1]!.Split(',')[^1].Trim() : null;
}
