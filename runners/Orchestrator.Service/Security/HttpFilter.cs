using Microsoft.AspNetCore.Http;

namespace Orchestrator.Service.Security;

/// <summary>
/// What each request passes first, whoever sends it: where it comes from, by which name it calls the service, and what
/// no request may carry.
/// </summary>
internal sealed class HttpFilter(Peers peers, KnownHosts hosts, AuditTrail audit)
{
    private static readonly string[] Secrets =
        ["token", "access_token", "api_key", "apikey", "key", "auth", "authorization", "bearer", "password"];

    public async Task PassAsync(HttpContext context, RequestDelegate next)
    {
        var (peer, refusal) = peers.Of(context);
        context.Features.Set(peer);
        // Only now it is known whether a declared proxy was asked by TLS.
        SecurityHeaders.AddTransportTo(context);
        refusal ??= OfHost(context, peer) ?? OfQuery(context) ?? OfOtherSites(context);
        if (refusal is null)
        {
            await next(context);
            return;
        }

        audit.Refused(null, $"{peer.Address}", Replies.Action(context), refusal.Why);
        await Replies.RefuseAsync(context, refusal);
    }

    private Refusal? OfHost(HttpContext context, Peer peer) =>
        hosts.Knows(context.Request.Host, context.Connection.LocalPort, context.Request.IsHttps, peer.IsForwarded)
            ? null
            : new Refusal(421, "the Host header names none of the names by which this service is called");

    private static Refusal? OfQuery(HttpContext context) =>
        context.Request.Query.Keys.Any(key => Secrets.Contains(key, StringComparer.OrdinalIgnoreCase))
            ? new Refusal(400, "a token is never taken from an address, which stands in logs and histories: send it as "
                + "`Authorization: Bearer`, or sign in on the page; revoke the one that was sent")
            : null;

    // Browsers say so themselves. A link on another page may lead here; nothing else of it may ask or send anything.
    private static Refusal? OfOtherSites(HttpContext context)
    {
        var headers = context.Request.Headers;
        var isOther = headers["Sec-Fetch-Site"] is [var site]
            ? site is "cross-site" or "same-site"
            : headers.Origin is [{ } origin] && origin != $"{context.Request.Scheme}://{context.Request.Host}";
        return isOther && !(HttpMethods.IsGet(context.Request.Method) && headers["Sec-Fetch-Mode"] == "navigate")
            ? new Refusal(403, "another page asks for it") : null;
    }
}
