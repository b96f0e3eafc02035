using Microsoft.AspNetCore.Components;
using Microsoft.AspNetCore.Components.Web;
using Microsoft.Extensions.Logging.Abstractions;

namespace Orchestrator.Report.Parity;

/// <summary>
/// The report of the comparisons of two nights: one HTML file that needs nothing else, no script and no server.
/// </summary>
public static class ParityReport
{
    /// <summary>Stands near the beginning of each report, and in no other page.</summary>
    public const string Mark = "report of an Orchestrator parity";

    public static void Write(TextWriter writer, ParityFigures figures)
    {
        using var renderer = new HtmlRenderer(new PlainServices(), NullLoggerFactory.Instance);
        var parameters = ParameterView.FromDictionary(
            new Dictionary<string, object?> { [nameof(ParityPage.Of)] = figures });
        renderer.Dispatcher.InvokeAsync(() => renderer.BeginRenderingComponent<ParityPage>(parameters)
            .WriteHtmlTo(writer)).GetAwaiter().GetResult();
    }
}
