using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Orchestrator.Service.Actions;
using Orchestrator.Service.Api;
using Orchestrator.Service.Live;
using Orchestrator.Service.Metrics;
using Orchestrator.Service.Reading;
using Orchestrator.Service.Security;

namespace Orchestrator.Service.Web;

/// <summary>What answers where, and what each request passes before.</summary>
internal static class Endpoints
{
    public static void AddServices(IServiceCollection services, AuditTrail audit)
    {
        services.AddSingleton<ILoggerFactory>(new ConnectionLog(audit));
        services.AddRoutingCore();
        ApiAddresses.AddServices(services);
    }

    public static void Map(
        WebApplication web, ServiceOptions options, IReadOnlyList<ListenAddress> addresses, AuditTrail audit,
        Connections connections)
    {
        var proxies = options.Proxies.Select(ListenAddress.ParseProxy).ToList();
        var sessions = new Sessions(options.Time);
        var tries = new FailedTries(options.Limits.FailedTriesMax, options.Time);
        var isLocalOnly = proxies.Count == 0 && addresses.All(address => address.IsLoopback);
        var access = new Access(options, sessions, tries, audit, isLocalOnly);
        var names = options.HostNames.Select(ListenAddress.ParseHostName).ToList();
        var filter = new HttpFilter(
            new Peers(proxies, options.Tls is not null), new KnownHosts(addresses, names), audit);

        var faults = new FaultFilter(options, audit);
        web.Use(next => context => BusyAsync(connections, context, next));
        web.Use(next => context => faults.GuardAsync(context, next));
        web.Use(next => context => filter.PassAsync(context, next));
        web.UseRouting();
        web.Use(next => context => access.PassAsync(context, next));
        MapHealth(web, options);
        PageFiles.Map(web);
        var form = new FormToken();
        var pages = new PageWriter(options, form);
        var forms = new SentForms(form, audit);
        new SignIn(access, sessions, forms, audit, pages).Map(web);
        var look = new LedgerCache(options.Ledger, options.Time);
        var reading = new ServiceReading(options, look);
        var handler = new RequestHandler(options, look, audit);
        var actions = new ActionReader(look, options);
        new RequestPages(handler, actions, forms, pages, options).Map(web);
        new ActionAddresses(handler, actions, audit, options.Outside).Map(web);
        new FirstToken(options, forms, audit, pages).Map(web);
        new PageAddresses(reading, new AdminReading(options, look), pages).Map(web);
        new ApiAddresses(reading, options.Version).Map(web, PageAddresses.ForMachines);
        new MetricsPage(options, reading, look).Map(web);
        var watch = new ChangeWatch(look, new PulseReader(options.Environment), options.Time);
        web.Lifetime.ApplicationStopped.Register(watch.Dispose);
        new EventStreams(options, watch, access, audit, web.Lifetime.ApplicationStopping).Map(web);
    }

    private static async Task BusyAsync(Connections connections, HttpContext context, RequestDelegate next)
    {
        using var request = connections.Begin(context.Connection.Id);
        await next(context);
    }

    private static void MapHealth(IEndpointRouteBuilder web, ServiceOptions options)
    {
        var health = new Health(options.Ledger, options.Scheduler, options.Time);
        var open = new RequiredRole(null, IsForAnybody: true);
        web.MapMethods("/healthz", ["GET", "HEAD"], Health.LivesAsync).WithMetadata(open);
        web.MapMethods("/readyz", ["GET", "HEAD"], health.IsReadyAsync).WithMetadata(open);
    }
}
