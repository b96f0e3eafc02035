using Microsoft.AspNetCore.Http;

namespace Orchestrator.Service.Security;

/// <summary>
/// The two cookies: never sent along by other pages, never seen by scripts, over TLS never sent without it. Under TLS a
/// prefix keeps neighbours of the same name from setting them.
/// </summary>
internal static class Cookies
{
    public const string Session = "orchestrator-session";

    public const string Visit = "orchestrator-visit";

    public static string? Read(HttpContext context, string name) => context.Request.Cookies[FullName(context, name)];

    public static void Set(HttpContext context, string name, string value) =>
        context.Response.Cookies.Append(FullName(context, name), value, Options(context));

    public static void Remove(HttpContext context, string name) =>
        context.Response.Cookies.Delete(FullName(context, name), Options(context));

    // Cookies know no ports: another service of this machine has names of its own.
    private static string FullName(HttpContext context, string name) =>
        $"{(context.Request.IsHttps ? "__Host-" : "")}{name}-{context.Connection.LocalPort}";

    private static CookieOptions Options(HttpContext context) => new()
    {
        HttpOnly = true,
        SameSite = SameSiteMode.Strict,
        Secure = context.Request.IsHttps,
        Path = "/",
        IsEssential = true,
    };
}
