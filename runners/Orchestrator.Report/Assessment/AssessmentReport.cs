using Microsoft.AspNetCore.Components;
using Microsoft.AspNetCore.Components.Web;
using Microsoft.Extensions.Logging.Abstractions;

namespace Orchestrator.Report.Assessment;

/// <summary>The assessment of packages: one HTML file that needs nothing else, no script and no server.</summary>
public static class AssessmentReport
{
    /// <summary>Stands near the beginning of each, and in no other page.</summary>
    public const string Mark = "report of an Orchestrator assessment";

    /// <summary>Writes the page.</summary>
    public static void Write(TextWriter writer, AssessmentFigures figures)
    {
        using var renderer = new HtmlRenderer(new PlainServices(), NullLoggerFactory.Instance);
        var parameters = ParameterView.FromDictionary(
            new Dictionary<string, object?> { [nameof(AssessmentPage.Of)] = figures });
        renderer.Dispatcher.InvokeAsync(() => renderer.BeginRenderingComponent<AssessmentPage>(parameters)
            .WriteHtmlTo(writer)).GetAwaiter().GetResult();
    }
}
