using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Orchestrator.Service.Security;
using Orchestrator.Service.Web;

namespace Orchestrator.Service;

/// <summary>The web part of the service: the dashboard and its data as JSON, for those who may see them.</summary>
public sealed class ServiceHost : IAsyncDisposable
{
    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(5);

    private readonly WebApplication _web;
    private readonly TimeProvider _time;
    private readonly CancellationTokenRegistration _stop;
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _stopping;

    private ServiceHost(WebApplication web, TimeProvider time, CancellationToken stop)
    {
        (_web, _time) = (web, time);
        Addresses = [.. web.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses];
        _stop = stop.Register(() => _ = StopAsync());
    }

    /// <summary>Where it listens, with the ports that were free.</summary>
    public IReadOnlyList<string> Addresses { get; }

    /// <summary>Ends once it has stopped: what was under way had five seconds to end.</summary>
    public Task Ended => _ended.Task;

    /// <summary>The paths that it answers, as they are declared: `/runs/{run:long}`.</summary>
    internal IEnumerable<string> Paths => ((IEndpointRouteBuilder)_web).DataSources
        .SelectMany(source => source.Endpoints).OfType<RouteEndpoint>()
        .Select(endpoint => endpoint.RoutePattern.RawText ?? "");

    /// <summary>Begins to listen, and goes on until the token fires.</summary>
    /// <exception cref="ServiceRefusedException">It may not, or cannot, listen there.</exception>
    /// <exception cref="Orchestrator.Ledger.LedgerException">Whether there are tokens cannot be asked.</exception>
    public static async Task<ServiceHost> StartAsync(ServiceOptions options, CancellationToken stop)
    {
        var addresses = options.Listen.SelectMany(ListenAddress.Parse).ToList();
        StartRules.Check(options, addresses);
        var web = WebServer.Build(options, addresses);
        try
        {
            await web.StartAsync(stop);
            return new ServiceHost(web, options.Time, stop);
        }
        catch (Exception refused)
        {
            await web.DisposeAsync();
            throw refused is IOException or System.Net.Sockets.SocketException
                ? new ServiceRefusedException(ServiceCodes.CannotListen,
                    $"The service cannot listen on {string.Join(", ", options.Listen)}: {refused.Message} Most often "
                    + "another process has the port: stop it, or listen on another one.", refused)
                : refused;
        }
    }

    public async ValueTask DisposeAsync()
    {
        await StopAsync();
        await _stop.DisposeAsync();
        await _web.DisposeAsync();
    }

    private async Task StopAsync()
    {
        if (Interlocked.Exchange(ref _stopping, 1) != 0)
        {
            await _ended.Task;
            return;
        }

        try
        {
            using var over = new CancellationTokenSource(Grace, _time);
            await _web.StopAsync(over.Token);
        }
        finally
        {
            _ended.TrySetResult();
        }
    }
}
