using Microsoft.AspNetCore.Http;

namespace Orchestrator.Service.Security;

/// <summary>What each answer tells browsers: nothing from elsewhere, no script but our file, no frame, no trace.
/// </summary>
internal static class SecurityHeaders
{
    private const string Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    public static void AddTo(HttpContext context)
    {
        var headers = context.Response.Headers;
        headers.ContentSecurityPolicy = Policy;
        headers.XContentTypeOptions = "nosniff";
        headers.XFrameOptions = "DENY";
        headers["Referrer-Policy"] = "no-referrer";
        headers["Cross-Origin-Opener-Policy"] = "same-origin";
        headers["Cross-Origin-Resource-Policy"] = "same-origin";
        headers["Permissions-Policy"] = "camera=(), geolocation=(), microphone=()";
        headers.CacheControl = "no-store";
        AddTransportTo(context);
    }

    /// <summary>
    /// For a year browsers come by TLS alone, where they have come so once. Names of the machine itself stay as they
    /// are: other programs listen there, too.
    /// </summary>
    public static void AddTransportTo(HttpContext context)
    {
        var host = context.Request.Host.Host;
        if (context.Request.IsHttps && host is not ("localhost" or "127.0.0.1" or "[::1]" or "::1"))
        {
            context.Response.Headers.StrictTransportSecurity = "max-age=31536000";
        }
    }
}
