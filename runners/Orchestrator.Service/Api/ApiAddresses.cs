using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Orchestrator.Service.Reading;
using Orchestrator.Service.Security;

namespace Orchestrator.Service.Api;

/// <summary>The same data for machines, and the document that describes them.</summary>
internal sealed class ApiAddresses(ServiceReading reading, string version)
{
    /// <summary>How all of them begin.</summary>
    public const string Root = "/api/v1";

    private const int PagesMax = 1_000_000;

    public static void AddServices(IServiceCollection services)
    {
        services.ConfigureHttpJsonOptions(options =>
        {
            options.SerializerOptions.PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower;
            options.SerializerOptions.NumberHandling = System.Text.Json.Serialization.JsonNumberHandling.Strict;
        });
        services.AddOpenApi("v1", options => options.AddDocumentTransformer((document, _, _) =>
        {
            document.Info.Title = "Orchestrator";
            document.Info.Description = "The runs of one environment, as its ledger has them, and what may be "
                + "asked of them.";
            document.Servers = [];
            return Task.CompletedTask;
        }));
    }

    /// <summary>Maps all of them.</summary>
    /// <param name="web">Where.</param>
    /// <param name="ofPages">Those that the rows of pages name.</param>
    public void Map(IEndpointRouteBuilder web, IEnumerable<ApiAddress> ofPages)
    {
        web.MapGet($"{Root}/runs", RunsAsync).WithSummary("Runs, the newest first");
        web.MapGet($"{Root}/runs/{{run:long}}", RunAsync).WithSummary("One run with its failures and scopes");
        web.MapGet($"{Root}/runs/{{run:long}}/nodes", NodesAsync).WithSummary("The packages and hooks of a run");
        web.MapGet($"{Root}/packages/{{project}}/{{name}}/history", HistoryAsync)
            .WithSummary("The newest attempts of a package over all runs; a slash in its name as %2F");
        web.MapGet($"{Root}/runs/{{run:long}}/plan", RunPlanAsync)
            .WithSummary("The plan of a run with its states: a group of it, with what it holds");
        web.MapGet($"{Root}/runs/{{run:long}}/packages/{{project}}/{{name}}/rejects", RejectsAsync)
            .WithSummary("What a package rejected in a run; the rows themselves only for operators and admins");
        web.MapGet($"{Root}/batches/last", LastAsync)
            .WithSummary("The newest run of each batch and what did not start, the worst first");
        web.MapGet($"{Root}/batches/{{batch}}/plan", BatchPlan)
            .WithSummary("The plan of a batch as the metadata in force give it");
        foreach (var address in ofPages)
        {
            web.MapGet($"{Root}{address.Path}", address.Answer(reading)).WithSummary(address.Summary)
                .WithTags(nameof(ApiAddresses));
        }

        web.MapGet($"{Root}/alerts", AlertsAsync).WithSummary("What alerts have told or are to tell, the newest first");
        web.MapGet($"{Root}/health", HealthAsync).WithSummary("How the ledger stands");
        web.MapOpenApi($"{Root}/openapi.json");
    }

    private async Task<Ok<RunsDocument>> RunsAsync(string? batch, int? page, CancellationToken aborted)
    {
        var number = Math.Clamp(page ?? 1, 1, PagesMax);
        var (runs, hasMore) = await reading.RunsAsync(batch, number, aborted);
        return TypedResults.Ok(
            new RunsDocument(ApiDocument.SchemaVersion, [.. runs.Select(RunEntry.Of)], number, hasMore));
    }

    private async Task<Results<Ok<RunDocument>, NotFound<ErrorDocument>>> RunAsync(
        long run, CancellationToken aborted) =>
        await reading.RunAsync(run, aborted) is not { } found ? NoRun(run) : TypedResults.Ok(new RunDocument(
            ApiDocument.SchemaVersion, RunEntry.Of(found.Digest), [.. found.Digest.Failures.Select(FailureEntry.Of)],
            [.. found.Digest.Scopes.Select(ScopeEntry.Of)]));

    private async Task<Results<Ok<NodesDocument>, NotFound<ErrorDocument>>> NodesAsync(
        long run, string? state, string? text, string? sort, int? page, CancellationToken aborted)
    {
        if (await reading.RunAsync(run, aborted) is not { } found)
        {
            return NoRun(run);
        }

        var shown = new NodeFilter(state ?? "", text ?? "", sort ?? "", page ?? 1).Of(found.Figures.Work);
        return TypedResults.Ok(new NodesDocument(ApiDocument.SchemaVersion, run, shown.Total, shown.Page, shown.Pages,
            [.. shown.Packages.Select(NodeEntry.Of)]));
    }

    private async Task<Ok<HistoryDocument>> HistoryAsync(string project, string name, CancellationToken aborted)
    {
        var package = Package(project, name);
        var history = await reading.HistoryAsync(package, aborted);
        return TypedResults.Ok(new HistoryDocument(ApiDocument.SchemaVersion, package, history.Usual?.TotalSeconds,
            [.. history.Attempts.Select(attempt => AttemptEntry.Of(history, attempt))]));
    }

    private async Task<Ok<NightDocument>> LastAsync(CancellationToken aborted) => TypedResults.Ok(new NightDocument(
        ApiDocument.SchemaVersion, [.. (await reading.LastNightAsync(aborted)).Select(BatchEntry.Of)],
        [.. (await reading.MissedAsync(aborted)).Select(ScheduleEntries.Of)]));

    private async Task<Results<Ok<PlanDocument>, NotFound<ErrorDocument>>> RunPlanAsync(
        long run, string? node, int? page, CancellationToken aborted) =>
        await reading.RunAsync(run, aborted) is not { } found ? NoRun(run)
            : Plan(PlanReader.Of(found, node ?? "", page ?? 1));

    private Results<Ok<PlanDocument>, NotFound<ErrorDocument>> BatchPlan(string batch, string? node, int? page) =>
        Plan(reading.Plan(batch, node ?? "", page ?? 1));

    private static Results<Ok<PlanDocument>, NotFound<ErrorDocument>> Plan(PlanReading? found) => found is { } plan
        ? TypedResults.Ok(PlanEntries.Of(plan))
        : TypedResults.NotFound(new ErrorDocument("There is no plan of that batch, or it has no group of that name."));

    private async Task<Results<Ok<RejectsDocument>, NotFound<ErrorDocument>>> RejectsAsync(
        HttpContext context, long run, string project, string name, CancellationToken aborted)
    {
        if (await reading.RunAsync(run, aborted) is not { } found)
        {
            return NoRun(run);
        }

        var package = found.Figures.Work.FirstOrDefault(each => each.Name == Package(project, name));
        return package is null
            ? TypedResults.NotFound(new ErrorDocument($"Run {run} has no package of that name."))
            : TypedResults.Ok(TargetEntries.Of(await reading.RejectsAsync(
                found, package, RejectReader.MaySee(context.Features.Get<Visitor>()), aborted)));
    }

    // A slash within a segment arrives as it was sent.
    private static string Package(string project, string name) =>
        $"{project}/{name.Replace("%2F", "/", StringComparison.OrdinalIgnoreCase)}";

    private async Task<Ok<AlertsDocument>> AlertsAsync(CancellationToken aborted) => TypedResults.Ok(new AlertsDocument(
        ApiDocument.SchemaVersion, [.. (await reading.AskAsync(ToldAlerts.All, aborted)).Select(AlertEntry.Of)]));

    private async Task<Ok<HealthDocument>> HealthAsync(CancellationToken aborted) => TypedResults.Ok(new HealthDocument(
        ApiDocument.SchemaVersion, version, (await reading.AskAsync(LedgerHealth.Now, aborted)).Health is { } health
            ? LedgerEntry.Of(health) : null));

    private static NotFound<ErrorDocument> NoRun(long run) =>
        TypedResults.NotFound(new ErrorDocument($"There is no run {run} in this environment."));
}
