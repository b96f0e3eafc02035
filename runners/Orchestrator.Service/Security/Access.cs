using Microsoft.AspNetCore.Http;
using Orchestrator.Ledger.Tokens;

namespace Orchestrator.Service.Security;

/// <summary>Who may do what: each place needs the viewer's role, unless it says that it needs another, or none.
/// </summary>
internal sealed class Access(
    ServiceOptions options, Sessions sessions, FailedTries tries, AuditTrail audit, bool isLocalOnly)
{
    private const string Scheme = "Bearer ";

    private readonly DeclaredTokens _declared = new(options.HasTokens, options.Time);

    public async Task PassAsync(HttpContext context, RequestDelegate next)
    {
        var needed = context.GetEndpoint()?.Metadata.GetMetadata<RequiredRole>() ?? new RequiredRole(TokenRole.Viewer);
        if (needed.IsForAnybody)
        {
            await next(context);
            return;
        }

        var (visitor, refusal) = Identify(context);
        context.Features.Set(visitor);
        if (refusal is null && needed.Role is { } role)
        {
            refusal = visitor is null ? new Refusal(401, "no token was sent")
                : visitor.Role < role ? new Refusal(403, $"the role {Word(visitor.Role)} may not do this")
                : null;
        }

        if (refusal is null)
        {
            await next(context);
            return;
        }

        audit.Refused(visitor, Address(context), Replies.Action(context), refusal.Why);
        await SlowAsync(context, refusal);
        await Replies.RefuseAsync(context, refusal);
    }

    /// <summary>The visitor that a token stands for; counts wrong ones.</summary>
    public (Visitor? Visitor, Refusal? Refusal) Try(HttpContext context, string token)
    {
        var address = context.Features.Get<Peer>()!.Address;
        if (options.FindToken(token) is { } grant)
        {
            return (new Visitor(grant.Name, grant.Role), null);
        }

        if (tries.WaitOf(address) is { } wait)
        {
            return (null, new Refusal(429, "too many wrong tokens came from this address", wait));
        }

        tries.Add(address);
        return (null, new Refusal(401, "the token is unknown, expired or revoked"));
    }

    /// <summary>Holds back the answer to who guesses tokens: its connection can try no other one meanwhile.</summary>
    public async Task SlowAsync(HttpContext context, Refusal refusal)
    {
        if (refusal.Status == StatusCodes.Status429TooManyRequests)
        {
            await Task.Delay(options.Limits.FailedPause, options.Time, context.RequestAborted);
        }
    }

    /// <summary>Whether who was let in would still be, for what goes on for long.</summary>
    public bool StillHolds(HttpContext context) => Identify(context).Visitor is not null;

    public static string Address(HttpContext context) => $"{context.Features.Get<Peer>()?.Address}";

    public static string Word(TokenRole role) => role.ToString().ToLowerInvariant();

    private (Visitor? Visitor, Refusal? Refusal) Identify(HttpContext context)
    {
        var sent = context.Request.Headers.Authorization;
        if (sent.Count > 0)
        {
            return sent is [{ } one] && one.StartsWith(Scheme, StringComparison.OrdinalIgnoreCase)
                ? Try(context, one[Scheme.Length..].Trim())
                : (null, new Refusal(401, "the Authorization header is not one `Bearer` with its token"));
        }

        return (OfSession(context) ?? OfMachine(context), null);
    }

    private Visitor? OfSession(HttpContext context)
    {
        if (Cookies.Read(context, Cookies.Session) is not { } id || sessions.Find(id) is not { } session)
        {
            return null;
        }

        if (options.FindToken(session.Token) is { } grant)
        {
            return new Visitor(grant.Name, grant.Role, session);
        }

        sessions.End(session);
        return null;
    }

    /// <summary>Whoever is on this machine, as long as no token is declared and nobody else can come so far.</summary>
    private Visitor? OfMachine(HttpContext context) =>
        isLocalOnly && context.Features.Get<Peer>()!.IsLocal && !_declared.Any
            ? new Visitor(Visitor.Local, TokenRole.Admin) : null;
}

/// <summary>The role that a place needs.</summary>
/// <param name="Role">The role; null = none.</param>
/// <param name="IsForAnybody">Whether nobody is even asked who he is, which the ledger would have to answer.</param>
internal sealed record RequiredRole(TokenRole? Role, bool IsForAnybody = false);
