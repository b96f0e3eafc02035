using System.Text.Json;
using Microsoft.AspNetCore.Http;
using Orchestrator.Service.Metrics;
using Orchestrator.Service.Security;
using Orchestrator.Service.Web;

namespace Orchestrator.Service;

/// <summary>Answers that are no page of their own.</summary>
internal static class Replies
{
    public static bool IsForMachines(HttpContext context) =>
        context.Request.Path.StartsWithSegments("/api") || context.Request.Path.StartsWithSegments(MetricsPage.Path);

    /// <summary>What was tried, without what may stand in a query.</summary>
    public static string Action(HttpContext context) => $"{context.Request.Method} {context.Request.Path.Value}";

    /// <summary>Says why a request goes no further; who only has to sign in on the page is led there.</summary>
    public static Task RefuseAsync(HttpContext context, Refusal refusal)
    {
        if (refusal is { Status: 401 } && HttpMethods.IsGet(context.Request.Method) && !IsForMachines(context)
            && context.Request.Headers.Authorization.Count == 0)
        {
            context.Response.StatusCode = StatusCodes.Status303SeeOther;
            context.Response.Headers.Location = SignIn.PathTo(context.Request.Path + context.Request.QueryString);
            return Task.CompletedTask;
        }

        if (refusal.Status == StatusCodes.Status401Unauthorized)
        {
            context.Response.Headers.WWWAuthenticate = "Bearer";
        }

        if (refusal.RetryAfter is { } wait)
        {
            context.Response.Headers.RetryAfter = $"{Math.Ceiling(wait.TotalSeconds)}";
        }

        // Whatever is still to come of such a request is of no interest.
        context.Response.Headers.Connection = context.Request.Protocol == "HTTP/1.1" ? "close" : default;
        return SayAsync(context, refusal.Status, refusal.Why);
    }

    /// <summary>One sentence, as JSON where machines ask.</summary>
    public static Task SayAsync(HttpContext context, int status, string text)
    {
        context.Response.StatusCode = status;
        context.Response.ContentType = IsForMachines(context)
            ? "application/json; charset=utf-8" : "text/plain; charset=utf-8";
        return context.Response.WriteAsync(IsForMachines(context)
            ? JsonSerializer.Serialize(new Dictionary<string, string> { ["error"] = text }) + "\n" : text + "\n");
    }
}
