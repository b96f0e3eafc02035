using Microsoft.AspNetCore.Components.Web;
using Microsoft.Extensions.Logging.Abstractions;
using Orchestrator.Ledger;
using Orchestrator.Report.Figures;

namespace Orchestrator.Report;

/// <summary>The report of one run: one HTML file that needs nothing else, no script and no server.</summary>
public static class HtmlReport
{
    /// <summary>Stands near the beginning of each report, and in no other page.</summary>
    public const string Mark = "report of an Orchestrator run";

    /// <summary>The style sheet, which other pages that share its parts need as well.</summary>
    internal static string Style => Page.Style;

    /// <summary>Writes the page. All its numbers are those of the facts.</summary>
    public static void Write(TextWriter writer, RunFacts facts, ReportOptions options)
    {
        var run = new RunFigures(facts, options);
        var services = new PageServices(run, new TimeAxis(run.Facts.Run.Started, run.End));
        using var renderer = new HtmlRenderer(services, NullLoggerFactory.Instance);
        renderer.Dispatcher.InvokeAsync(
            () => renderer.BeginRenderingComponent<Page>().WriteHtmlTo(writer)).GetAwaiter().GetResult();
    }
}
