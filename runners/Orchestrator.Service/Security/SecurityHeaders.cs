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
    }
}
