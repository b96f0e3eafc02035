namespace Orchestrator.Runner.Outbound;

/// <summary>Makes the one client by which requests go to addresses from metadata or settings.</summary>
internal static class OutboundClient
{
    /// <summary>
    /// A client that goes nowhere but where the rules let it: no redirect is followed, no proxy, cookie or credential
    /// of the machine is used.
    /// </summary>
    public static HttpClient Of(OutboundRules rules)
    {
        var connect = new GuardedConnect(rules);
        return new HttpClient(new SocketsHttpHandler
        {
            AllowAutoRedirect = false,
            UseProxy = false,
            UseCookies = false,
            ActivityHeadersPropagator = null,
            ConnectTimeout = rules.ConnectTimeout,
            MaxResponseHeadersLength = 16,
            // Each connection looks its name up anew, so that a server that has moved is followed.
            PooledConnectionLifetime = TimeSpan.FromMinutes(1),
            ConnectCallback = async (context, cancellation) => await connect.OpenAsync(context.DnsEndPoint.Host,
                context.DnsEndPoint.Port, context.InitialRequestMessage.RequestUri!.Scheme == Uri.UriSchemeHttps,
                cancellation),
        })
        {
            Timeout = Timeout.InfiniteTimeSpan,
        };
    }
}
