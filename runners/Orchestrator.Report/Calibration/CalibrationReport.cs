using Microsoft.AspNetCore.Components;
using Microsoft.AspNetCore.Components.Web;
using Microsoft.Extensions.Logging.Abstractions;

namespace Orchestrator.Report.Calibration;

/// <summary>The report of one calibration: one HTML file that needs nothing else, no script and no server.</summary>
public static class CalibrationReport
{
    /// <summary>Stands near the beginning of each report, and in no other page.</summary>
    public const string Mark = "report of an Orchestrator calibration";

    public static void Write(TextWriter writer, CalibrationFigures figures)
    {
        using var renderer = new HtmlRenderer(new PlainServices(), NullLoggerFactory.Instance);
        var parameters = ParameterView.FromDictionary(
            new Dictionary<string, object?> { [nameof(CalibrationPage.Of)] = figures });
        renderer.Dispatcher.InvokeAsync(() => renderer.BeginRenderingComponent<CalibrationPage>(parameters)
            .WriteHtmlTo(writer)).GetAwaiter().GetResult();
    }
}
