namespace Orchestrator.Service.Security;

/// <summary>What the service must have before it may be reached from outside of its machine.</summary>
internal static class StartRules
{
    /// <exception cref="ServiceRefusedException">Something is missing.</exception>
    public static void Check(ServiceOptions options, IReadOnlyList<ListenAddress> addresses)
    {
        var outside = addresses.FirstOrDefault(address => !address.IsLoopback);
        if (outside is not null && options.Tls is null && options.Proxies.Count == 0)
        {
            throw new ServiceRefusedException(ServiceCodes.NeedsTls,
                $"The service is to listen on {outside.Address}, outside of this machine, without TLS: tokens would "
                + "cross the network in the clear. Give a certificate and its key, or declare the address of the proxy "
                + "that ends TLS, or listen on 127.0.0.1.");
        }

        if ((outside is not null || options.Proxies.Count > 0) && !options.HasTokens())
        {
            throw new ServiceRefusedException(ServiceCodes.NeedsTokens,
                "The service is to be reached from outside of this machine, and no token is declared by which to tell "
                + "who may do what. Make one with `orchestrator tokens create`, or listen on 127.0.0.1 without a "
                + "proxy.");
        }

        if (addresses.Any(address => address.IsAny) && options.HostNames.Count == 0)
        {
            throw new ServiceRefusedException(ServiceCodes.NeedsHostName,
                "The service is to listen on all addresses of this machine, and no name is declared by which browsers "
                + "call it: it would refuse each request of others. Declare its name, as etl.example.org.");
        }
    }
}
