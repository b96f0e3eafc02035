using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Routing;
using Orchestrator.Service.Pages;
using Orchestrator.Service.Security;

namespace Orchestrator.Service.Web;

/// <summary>A token becomes a cookie for the page, and the cookie nothing again.</summary>
internal sealed class SignIn(Access access, Sessions sessions, SentForms forms, AuditTrail audit, PageWriter pages)
{
    public const string Path = "/sign-in";
    public const string PathOut = "/sign-out";
    public const string TokenField = "secret";
    public const string ToField = "to";

    /// <summary>The address of the form, that leads back to where somebody wanted to go.</summary>
    public static string PathTo(string to) => to is "/" ? Path : $"{Path}?{ToField}={Uri.EscapeDataString(to)}";

    public void Map(IEndpointRouteBuilder web)
    {
        var open = new RequiredRole(null);
        web.MapGet(Path, context => ShowAsync(context, Local(context.Request.Query[ToField]), "")).WithMetadata(open);
        web.MapPost(Path, BeginAsync).WithMetadata(open);
        web.MapPost(PathOut, EndAsync).WithMetadata(open);
    }

    private async Task BeginAsync(HttpContext context)
    {
        var sent = await forms.ReadAsync(context);
        if (sent is null)
        {
            return;
        }

        var to = Local(sent[ToField]);
        var token = sent[TokenField].ToString().Trim();
        var (visitor, refusal) = access.Try(context, token);
        if (visitor is null)
        {
            audit.Refused(null, Access.Address(context), "sign in", refusal!.Why);
            await access.SlowAsync(context, refusal);
            await ShowAsync(context, to, refusal.Why, refusal);
            return;
        }

        var session = sessions.Begin(token);
        Cookies.Set(context, Cookies.Session, session.Id);
        Cookies.Remove(context, Cookies.Visit);
        audit.Done(visitor, Access.Address(context), "sign in");
        Lead(context, to);
    }

    private async Task EndAsync(HttpContext context)
    {
        if (await forms.ReadAsync(context) is null)
        {
            return;
        }

        if (context.Features.Get<Visitor>() is { Session: { } session } visitor)
        {
            sessions.End(session);
            audit.Done(visitor, Access.Address(context), "sign out");
        }

        Cookies.Remove(context, Cookies.Session);
        Lead(context, Path);
    }

    private Task ShowAsync(HttpContext context, string to, string why, Refusal? refusal = null)
    {
        if (refusal?.RetryAfter is { } wait)
        {
            context.Response.Headers.RetryAfter = $"{Math.Ceiling(wait.TotalSeconds)}";
        }

        return pages.WriteAsync<SignInPage>(
            context, refusal?.Status ?? StatusCodes.Status200OK, new SignInForm(to, why));
    }

    /// <summary>Leads a browser on to another page, which it asks for.</summary>
    public static void Lead(HttpContext context, string to)
    {
        context.Response.StatusCode = StatusCodes.Status303SeeOther;
        context.Response.Headers.Location = to;
    }

    /// <summary>A path of ours, whatever was asked for.</summary>
    private static string Local(string? to) => to is ['/', ..] and not ['/', '/' or '\\', ..]
        && Uri.IsWellFormedUriString(to, UriKind.Relative) && !to.Contains('\\') ? to : "/";
}
