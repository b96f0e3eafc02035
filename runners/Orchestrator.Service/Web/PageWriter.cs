using System.Text;
using Microsoft.AspNetCore.Components;
using Microsoft.AspNetCore.Components.Web;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging.Abstractions;
using Orchestrator.Report;
using Orchestrator.Report.Figures;
using Orchestrator.Service.Pages;
using Orchestrator.Service.Security;

namespace Orchestrator.Service.Web;

/// <summary>Writes pages: a component becomes HTML as a whole before any of it is sent.</summary>
internal sealed class PageWriter(ServiceOptions options, FormToken form)
{
    /// <param name="context">The request.</param>
    /// <param name="parameters">What the component is given.</param>
    /// <param name="status">The HTTP status.</param>
    /// <param name="run">The run that parts of the report show; null = there are none on the page.</param>
    public async Task WriteAsync<TPage>(HttpContext context, Dictionary<string, object?> parameters,
        int status = StatusCodes.Status200OK, RunFigures? run = null)
        where TPage : IComponent
    {
        var services = new DashboardServices(
            Context(context), run, run is null ? null : new TimeAxis(run.Facts.Run.Started, run.End));
        var bytes = Rendered<TPage>(services, parameters);
        context.Response.StatusCode = status;
        context.Response.ContentType = "text/html; charset=utf-8";
        context.Response.ContentLength = bytes.Length;
        await context.Response.Body.WriteAsync(bytes, context.RequestAborted);
    }

    private static ReadOnlyMemory<byte> Rendered<TPage>(
        DashboardServices services, Dictionary<string, object?> parameters)
        where TPage : IComponent
    {
        var stream = new MemoryStream();
        using var renderer = new HtmlRenderer(services, NullLoggerFactory.Instance);
        using (var writer = new StreamWriter(stream, new UTF8Encoding(false), leaveOpen: true) { NewLine = "\n" })
        {
            renderer.Dispatcher.InvokeAsync(() => renderer.BeginRenderingComponent<TPage>(
                ParameterView.FromDictionary(parameters)).WriteHtmlTo(writer)).GetAwaiter().GetResult();
        }

        return stream.GetBuffer().AsMemory(0, (int)stream.Length);
    }

    private PageContext Context(HttpContext context)
    {
        var visitor = context.Features.Get<Visitor>();
        return new PageContext
        {
            Solution = options.Outside.Line(options.Solution),
            Environment = options.Outside.Line(options.Environment),
            Version = options.Version,
            Address = context.Request.Path + context.Request.QueryString,
            Visitor = visitor,
            VisitorName = options.Outside.Line(visitor?.Name),
            FormToken = form.For(context),
            Now = options.Time.GetUtcNow(),
            TokenCommand = options.Outside.Line(options.Command("tokens create")),
        };
    }

    private sealed class DashboardServices(PageContext page, RunFigures? run, TimeAxis? axis) : PlainServices
    {
        public override object? GetService(Type serviceType) =>
            serviceType == typeof(PageContext) ? page
            : serviceType == typeof(RunFigures) ? run
            : serviceType == typeof(TimeAxis) ? axis
            : base.GetService(serviceType);
    }
}
