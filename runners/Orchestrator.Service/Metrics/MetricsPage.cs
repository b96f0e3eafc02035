using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Orchestrator.Ledger;
using Orchestrator.Service.Reading;

namespace Orchestrator.Service.Metrics;

/// <summary>
/// The page for Prometheus. It says nothing of who may see it, so that it needs what every page needs: the viewer's
/// role.
/// </summary>
internal sealed class MetricsPage(ServiceOptions options, ServiceReading reading, LedgerCache look)
{
    public const string Path = "/metrics";

    /// <summary>Several who ask within that time get the same answer.</summary>
    private static readonly TimeSpan Fresh = TimeSpan.FromSeconds(5);

    private readonly EndedRuns _ended = new(options.Environment);
    private (long At, string Text)? _answer;

    public void Map(IEndpointRouteBuilder web) => web.MapGet(Path, AnswerAsync);

    private async Task AnswerAsync(HttpContext context)
    {
        try
        {
            var text = await TextAsync(context.RequestAborted);
            context.Response.ContentType = ExpositionText.ContentType;
            await context.Response.WriteAsync(text, context.RequestAborted);
        }
        catch (LedgerException)
        {
            // Half a page would say that what is missing has never happened.
            context.Response.StatusCode = StatusCodes.Status503ServiceUnavailable;
            context.Response.Headers.RetryAfter = "10";
        }
    }

    private async Task<string> TextAsync(CancellationToken aborted)
    {
        if (_answer is { } last && options.Time.GetElapsedTime(last.At) < Fresh)
        {
            return last.Text;
        }

        var at = options.Time.GetTimestamp();
        var totals = await look.AskAsync("metrics", _ended.Of, aborted) ?? new Totals([], [], [], []);
        var text = new MetricsText(options).Of(
            totals, await reading.AskAsync(WorkReader.Runs, aborted), await reading.SchedulesAsync(aborted));
        _answer = (at, text);
        return text;
    }
}
