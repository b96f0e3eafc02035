using System.Security.Cryptography;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Orchestrator.Report;
using Orchestrator.Service.Security;

namespace Orchestrator.Service.Web;

/// <summary>
/// The style sheet, the script and the icon, out of the assembly. Their addresses carry a hash of what is in them, so
/// that browsers keep them, and never an older one.
/// </summary>
internal static class PageFiles
{
    private static readonly PageFile[] All =
    [
        Make("dashboard", "css", "text/css; charset=utf-8", HtmlReport.Style + Read("dashboard.css")),
        Make("live", "js", "text/javascript; charset=utf-8", Read("live.js")),
        Make("icon", "svg", "image/svg+xml", Read("icon.svg")),
    ];

    public static string StylePath => All[0].Path;

    public static string ScriptPath => All[1].Path;

    public static string IconPath => All[2].Path;

    public static void Map(IEndpointRouteBuilder web)
    {
        foreach (var asset in All)
        {
            web.MapGet(asset.Path, context => WriteAsync(context, asset)).WithMetadata(new RequiredRole(null));
        }
    }

    private static Task WriteAsync(HttpContext context, PageFile asset)
    {
        context.Response.Headers.CacheControl = "public, max-age=31536000, immutable";
        context.Response.ContentType = asset.Type;
        context.Response.ContentLength = asset.Bytes.Length;
        return context.Response.Body.WriteAsync(asset.Bytes, context.RequestAborted).AsTask();
    }

    private static PageFile Make(string name, string ending, string type, string text)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        var hash = Convert.ToHexStringLower(SHA256.HashData(bytes))[..16];
        return new PageFile($"/assets/{name}.{hash}.{ending}", type, bytes);
    }

    private static string Read(string name)
    {
        using var stream = typeof(PageFiles).Assembly.GetManifestResourceStream(name)!;
        using var reader = new StreamReader(stream, Encoding.UTF8);
        return reader.ReadToEnd();
    }

    private sealed record PageFile(string Path, string Type, byte[] Bytes);
}
