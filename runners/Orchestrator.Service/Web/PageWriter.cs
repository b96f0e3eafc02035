using System.Text;
using Microsoft.AspNetCore.Components;
using Microsoft.AspNetCore.Components.Web;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging.Abstractions;
using Orchestrator.Report;
using Orchestrator.Service.Pages;
using Orchestrator.Service.Security;

namespace Orchestrator.Service.Web;

/// <summary>Writes pages: a component becomes HTML as a whole before any of it is sent.</summary>
internal sealed class PageWriter(ServiceOptions options, FormToken form)
{
    /// <param name="context">The request.</param>
    /// <param name="models">What its components ask for.</param>
    public Task WriteAsync<TPage>(HttpContext context, params object[] models)
        where TPage : IComponent => WriteAsync<TPage>(context, StatusCodes.Status200OK, models);

    /// <summary>The same with an HTTP status of its own.</summary>
    public async Task WriteAsync<TPage>(HttpContext context, int status, params object[] models)
        where TPage : IComponent
    {
        var bytes = Rendered<TPage>(new DashboardServices([Context(context, status), .. models]));
        context.Response.StatusCode = status;
        context.Response.ContentType = "text/html; charset=utf-8";
        context.Response.ContentLength = bytes.Length;
        await context.Response.Body.WriteAsync(bytes, context.RequestAborted);
    }

    private static ReadOnlyMemory<byte> Rendered<TPage>(DashboardServices services)
        where TPage : IComponent
    {
        var stream = new MemoryStream();
        using var renderer = new HtmlRenderer(services, NullLoggerFactory.Instance);
        using (var writer = new StreamWriter(stream, new UTF8Encoding(false), leaveOpen: true) { NewLine = "\n" })
        {
            renderer.Dispatcher.InvokeAsync(
                () => renderer.BeginRenderingComponent<TPage>().WriteHtmlTo(writer)).GetAwaiter().GetResult();
        }

        return stream.GetBuffer().AsMemory(0, (int)stream.Length);
    }

    private PageContext Context(HttpContext context, int status)
    {
        var visitor = context.Features.Get<Visitor>();
        return new PageContext
        {
            Solution = options.Outside.Line(options.Solution),
            Environment = options.Outside.Line(options.Environment),
            Version = options.Version,
            Address = context.Request.Path + context.Request.QueryString,
            IsLive = visitor is not null && HttpMethods.IsGet(context.Request.Method)
                && status == StatusCodes.Status200OK,
            Visitor = visitor,
            VisitorName = options.Outside.Line(visitor?.Name),
            FormToken = form.For(context),
            Now = options.Time.GetUtcNow(),
            TokenCommand = options.Outside.Line(options.Command("tokens create ann --role admin")),
        };
    }

    private sealed class DashboardServices(object[] models) : PlainServices
    {
        public override object? GetService(Type serviceType) =>
            Array.Find(models, serviceType.IsInstanceOfType) ?? base.GetService(serviceType);
    }
}
