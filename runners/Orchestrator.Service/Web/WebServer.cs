using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Routing;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Https;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Orchestrator.Service.Security;

namespace Orchestrator.Service.Web;

/// <summary>
/// Kestrel with what this service needs and nothing that files, variables or defaults would add: no configuration is
/// read, no signal is listened to, nothing is written to a console.
/// </summary>
internal static class WebServer
{
    private const int ConnectionsEnding = 250;

    /// <exception cref="ServiceRefusedException">The certificate cannot be read.</exception>
    public static WebApplication Build(ServiceOptions options, IReadOnlyList<ListenAddress> addresses)
    {
        var tls = options.Tls is { } files ? Tls(files) : null;
        var connections = new Connections(
            options.Limits, [.. options.Proxies.Select(ListenAddress.ParseProxy)]);
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions
        {
            ApplicationName = typeof(WebServer).Assembly.GetName().Name,
            ContentRootPath = AppContext.BaseDirectory,
            EnvironmentName = Environments.Production,
        });
        builder.WebHost.UseKestrelCore().ConfigureKestrel(kestrel =>
        {
            Limit(kestrel, options.Limits);
            foreach (var address in addresses)
            {
                kestrel.Listen(address.Address, address.Port, listen => Secure(listen, tls, connections));
            }
        });
        builder.Services.AddSingleton<IHostLifetime, NoLifetime>();
        var audit = new AuditTrail(options.Audit, options.Environment, options.Outside, options.Time);
        // What cannot be read of an address is answered as all else that is refused.
        builder.Services.Configure<RouteHandlerOptions>(routes => routes.ThrowOnBadRequest = true);
        Endpoints.AddServices(builder.Services, audit);
        var web = builder.Build();
        Endpoints.Map(web, options, addresses, audit, connections);
        return web;
    }

    private static void Limit(KestrelServerOptions kestrel, ServiceLimits limits)
    {
        kestrel.AddServerHeader = false;
        kestrel.Limits.MaxRequestBodySize = limits.BodyBytesMax;
        kestrel.Limits.MaxRequestHeadersTotalSize = limits.HeaderBytesMax;
        kestrel.Limits.MaxRequestLineSize = limits.HeaderBytesMax / 2;
        kestrel.Limits.RequestHeadersTimeout = limits.HeadersTimeout;
        kestrel.Limits.KeepAliveTimeout = limits.IdleTimeout;
        kestrel.Limits.MinRequestBodyDataRate = new MinDataRate(
            limits.BodyBytesMax / 10, limits.BodyGrace);
        // Those that are let go take a moment to end.
        kestrel.Limits.MaxConcurrentConnections = limits.ConnectionsMax + ConnectionsEnding;
        kestrel.Limits.Http2.MaxStreamsPerConnection = 32;
    }

    private static void Secure(ListenOptions listen, HttpsConnectionAdapterOptions? tls, Connections connections)
    {
        listen.Use(next => connection => connections.PassAsync(connection, next));
        listen.Protocols = tls is null ? HttpProtocols.Http1 : HttpProtocols.Http1AndHttp2;
        if (tls is not null)
        {
            listen.UseHttps(tls);
        }
    }

    private static HttpsConnectionAdapterOptions Tls(TlsFiles files)
    {
        try
        {
            using var read = X509Certificate2.CreateFromPemFile(files.Certificate, files.Key);
            var chain = new X509Certificate2Collection();
            chain.ImportFromPemFile(files.Certificate);
            return new HttpsConnectionAdapterOptions
            {
                // Windows signs with keys of a store alone, and one that was read is in none.
                ServerCertificate = X509CertificateLoader.LoadPkcs12(read.Export(X509ContentType.Pfx), null),
                ServerCertificateChain = chain,
            };
        }
        catch (Exception refused) when (refused is CryptographicException or IOException or UnauthorizedAccessException
            or ArgumentException)
        {
            throw new ServiceRefusedException(ServiceCodes.NoCertificate,
                $"The certificate '{files.Certificate}' with its key '{files.Key}' cannot be read: {refused.Message} "
                + "Both have to be PEM, the key without a password and readable for this user.", refused);
        }
    }

    /// <summary>The one who started the service ends it; signals are his.</summary>
    private sealed class NoLifetime : IHostLifetime
    {
        public Task WaitForStartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }
}
