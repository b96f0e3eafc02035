using System.Globalization;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Orchestrator.Ledger.Tokens;
using Orchestrator.Report.Figures;
using Orchestrator.Service.Api;
using Orchestrator.Service.Pages;
using Orchestrator.Service.Reading;
using Orchestrator.Service.Security;

namespace Orchestrator.Service.Web;

/// <summary>Which page stands at which address.</summary>
internal sealed class PageAddresses(ServiceReading reading, AdminReading admin, PageWriter pages)
{
    private const int BeforeMax = 50;

    /// <summary>All pages but those that are forms, in the order of the menu and of the guide.</summary>
    public static IReadOnlyList<PageAddress> All { get; } =
    [
        new("/", "the newest run of each batch (where the newest was of a part of it, `-s`, and ended well: the one "
            + "before) and what did not start, the worst first, and the next firing",
            static (web, context) => web.HomeAsync(context), "Last night"),
        new("/now", "what is at work, who has a slot, and what the others wait for",
            static (web, context) => web.NowAsync(context), "Now"),
        new("/runs", "the runs, the newest first", static (web, context) => web.RunsAsync(context), "Runs"),
        new("/runs/{run:long}", "one of them as in its report, with its packages page by page",
            static (web, context) => web.RunAsync(context)),
        new("/runs/{run:long}/plan", "its plan as a graph with its states; `?node=Staging/Core` goes down to a group",
            static (web, context) => web.RunPlanAsync(context)),
        new("/batches/{batch}/plan", "the plan of a batch as it would run now, in the same way",
            static (web, context) => web.BatchPlanAsync(context)),
        new("/runs/{run:long}/packages/{**package}", "a package in one run",
            static (web, context) => web.PackageAsync(context)),
        new("/packages/{**package}", "a package over all runs", static (web, context) => web.HistoryAsync(context)),
        new("/runs/{run:long}/rejects/{**package}", "the rows that a package rejected in one run: how many and why; "
            + "which ones, for the roles operator and admin",
            static (web, context) => web.RejectsAsync(context)),
        new("/failures", "what failed in the newest run of each batch, and before",
            static (web, context) => web.FailuresAsync(context), "Failures"),
        new("/schedules", "triggers with their next times, pauses, and the firings of the last week",
            static (web, context) => web.SchedulesAsync(context), "Schedules", Api: SchedulesDocument.Address),
        new("/absorbers", "the buffers of kind absorb: rows that wait, the oldest of them, who drains",
            static (web, context) => web.AbsorbersAsync(context), "Absorbers", Api: AbsorbersDocument.Address),
        new("/durability", "what is relaxed", static (web, context) => web.DurabilityAsync(context), "Durability"),
        new("/ledger", "how the ledger stands", static (web, context) => web.LedgerAsync(context), "Ledger"),
        new(Paths.Approvals, "what runs of services may use beyond data, and what waits to be approved",
            static (web, context) => web.ApprovalsAsync(context), "Approvals", TokenRole.Admin),
        new(Paths.Audit, "who asked what", static (web, context) => web.AuditAsync(context), "Audit", TokenRole.Admin),
    ];

    /// <summary>Where machines read what pages show, of those whose rows say it.</summary>
    public static IEnumerable<ApiAddress> ForMachines => All.Select(page => page.Api).OfType<ApiAddress>();

    /// <summary>The pages to which the menu leads a visitor, in its order.</summary>
    public static IEnumerable<PageAddress> MenuOf(Visitor visitor) =>
        All.Where(page => page.Menu.Length > 0 && visitor.Role >= page.Role);

    public void Map(IEndpointRouteBuilder web)
    {
        foreach (var page in All)
        {
            web.MapGet(page.Path, context => page.Answer(this, context)).WithMetadata(new RequiredRole(page.Role));
        }

        web.MapFallback(context => NotFoundAsync(context, "There is nothing at this address."));
    }

    public Task NotFoundAsync(HttpContext context, string text) =>
        Replies.IsForMachines(context) ? Replies.SayAsync(context, StatusCodes.Status404NotFound, text)
            : pages.WriteAsync<MessagePage>(context, StatusCodes.Status404NotFound, new Message("Not found", text));

    /// <summary>The number of a page, as it stands in the query; 1 where it is none.</summary>
    public static int PageOf(HttpContext context) => int.TryParse(
        context.Request.Query["page"], NumberStyles.None, CultureInfo.InvariantCulture, out var page)
        ? Math.Clamp(page, 1, 1_000_000) : 1;

    private async Task HomeAsync(HttpContext context) =>
        await pages.WriteAsync<HomePage>(context, await reading.LastNightAsync(context.RequestAborted),
            await reading.MissedAsync(context.RequestAborted), await reading.SchedulesAsync(context.RequestAborted));

    private async Task NowAsync(HttpContext context) =>
        await pages.WriteAsync<NowPage>(context, await reading.AskAsync(WorkReader.Runs, context.RequestAborted));

    private async Task RunsAsync(HttpContext context)
    {
        var page = PageOf(context);
        var (runs, hasMore) = await reading.RunsAsync(null, page, context.RequestAborted);
        await pages.WriteAsync<RunsPage>(context, new RunList(runs, page, hasMore));
    }

    private async Task RunAsync(HttpContext context)
    {
        if (await RunOfAsync(context) is { } run)
        {
            await pages.WriteAsync<RunPage>(context, [run, .. run.Parts, FilterOf(context)]);
        }
    }

    private async Task RunPlanAsync(HttpContext context)
    {
        if (await RunOfAsync(context) is { } run)
        {
            await PlanAsync(context, PlanReader.Of(run, GroupOf(context), PageOf(context)));
        }
    }

    private Task BatchPlanAsync(HttpContext context) => PlanAsync(context, reading.Plan(
        (string)context.GetRouteValue("batch")!, GroupOf(context), PageOf(context)));

    private Task PlanAsync(HttpContext context, PlanReading? found) => found is { } plan
        ? pages.WriteAsync<PlanPage>(context, plan)
        : NotFoundAsync(context, "There is no plan of that batch, or it has no group of that name.");

    private async Task PackageAsync(HttpContext context)
    {
        if (await PackageOfRunAsync(context) is var (run, package))
        {
            await pages.WriteAsync<PackagePage>(context, run, package);
        }
    }

    private async Task RejectsAsync(HttpContext context)
    {
        if (await PackageOfRunAsync(context) is var (run, package))
        {
            await pages.WriteAsync<RejectsPage>(context, await reading.RejectsAsync(
                run, package, RejectReader.MaySee(context.Features.Get<Visitor>()), context.RequestAborted));
        }
    }

    private async Task AbsorbersAsync(HttpContext context) => await pages.WriteAsync<AbsorbersPage>(
        context, new AbsorbersModel(
            await reading.AbsorbersAsync(context.RequestAborted), reading.Command("absorb status")));

    private async Task HistoryAsync(HttpContext context) => await pages.WriteAsync<HistoryPage>(
        context, await reading.HistoryAsync(PackageOf(context), context.RequestAborted));

    private async Task FailuresAsync(HttpContext context)
    {
        var nights = await reading.LastNightAsync(context.RequestAborted);
        var (runs, _) = await reading.RunsAsync(null, 1, context.RequestAborted);
        var newest = nights.Select(night => night.Digest.Run.Number).ToHashSet();
        await pages.WriteAsync<FailuresPage>(context, new FailureList(
            [.. nights.SelectMany(night => night.Digest.Failures)],
            [.. runs.Where(run => !newest.Contains(run.Run.Number)).SelectMany(run => run.Failures).Take(BeforeMax)]));
    }

    private async Task SchedulesAsync(HttpContext context) =>
        await pages.WriteAsync<SchedulesPage>(context, await reading.SchedulesAsync(context.RequestAborted));

    private async Task DurabilityAsync(HttpContext context) => await pages.WriteAsync<DurabilityPage>(
        context, await reading.AskAsync(ScopeReader.Scopes, context.RequestAborted));

    private async Task LedgerAsync(HttpContext context) => await pages.WriteAsync<LedgerPage>(
        context, await reading.AskAsync(LedgerHealth.Now, context.RequestAborted));

    private async Task ApprovalsAsync(HttpContext context) => await pages.WriteAsync<ApprovalsPage>(
        context, await admin.ApprovalsAsync(context.RequestAborted));

    private async Task AuditAsync(HttpContext context) => await pages.WriteAsync<AuditPage>(
        context, await admin.AuditAsync(BeforeOf(context), context.RequestAborted));

    private static long? BeforeOf(HttpContext context) => long.TryParse(
        context.Request.Query["before"], NumberStyles.None, CultureInfo.InvariantCulture, out var number)
        ? number : null;

    private static string GroupOf(HttpContext context) => context.Request.Query["node"].ToString();

    public static string PackageOf(HttpContext context) => (string?)context.GetRouteValue("package") ?? "";

    /// <summary>The run that the address names; null = it was answered that there is none.</summary>
    private async Task<RunReading?> RunOfAsync(HttpContext context)
    {
        var number = NumberOf(context);
        if (await reading.RunAsync(number, context.RequestAborted) is { } run)
        {
            return run;
        }

        await NotFoundAsync(context, $"There is no run {number} in this environment.");
        return null;
    }

    /// <summary>The package of a run that the address names; null = it was answered that there is none.</summary>
    private async Task<(RunReading Run, PackageFigures Package)?> PackageOfRunAsync(HttpContext context)
    {
        if (await RunOfAsync(context) is not { } run)
        {
            return null;
        }

        var name = PackageOf(context);
        if (run.Figures.Work.FirstOrDefault(package => package.Name == name) is { } package)
        {
            return (run, package);
        }

        await NotFoundAsync(context, $"Run {run.Digest.Run.Number} has no package of that name.");
        return null;
    }

    public static long NumberOf(HttpContext context) =>
        long.Parse((string)context.GetRouteValue("run")!, CultureInfo.InvariantCulture);

    /// <summary>What the query says; what nobody knows stands for all.</summary>
    public static NodeFilter FilterOf(HttpContext context)
    {
        string Said(string name) => context.Request.Query[name].ToString();
        var (state, sort) = (Said("state"), Said("sort"));
        return new NodeFilter(
            NodeFilter.States.ContainsKey(state) ? state : "", Said("text").Trim(),
            NodeFilter.Sorts.Contains(sort) ? sort : "", PageOf(context));
    }
}
