using System.Net;
using Microsoft.AspNetCore.Http;

namespace Orchestrator.Service.Security;

/// <summary>
/// The names by which the service may be called. A page of somebody else whose name was made to lead here says another
/// one, also on loopback.
/// </summary>
internal sealed class KnownHosts(IReadOnlyList<ListenAddress> addresses, IReadOnlyList<string> declared)
{
    private readonly HashSet<string> _own = new(
        addresses.Where(address => !address.IsAny).Select(address => Name(address.Address))
            .Concat(["localhost", "127.0.0.1", "[::1]"]), StringComparer.OrdinalIgnoreCase);

    private readonly HashSet<string> _declared = new(declared, StringComparer.OrdinalIgnoreCase);

    /// <summary>Whether a request that came in on a port may say so.</summary>
    /// <param name="host">What its Host header says.</param>
    /// <param name="port">The port on which it came in.</param>
    /// <param name="isSecure">Whether it came over TLS, whose own port needs no mention.</param>
    /// <param name="isForwarded">Whether the declared proxy passed it on, whose port may be any.</param>
    public bool Knows(HostString host, int port, bool isSecure, bool isForwarded)
    {
        if (!host.HasValue)
        {
            return false;
        }

        var isOurPort = (host.Port ?? (isSecure ? 443 : 80)) == port;
        return (_own.Contains(host.Host) && isOurPort) || _declared.Contains(host.Value)
            || (_declared.Contains(host.Host) && (isOurPort || isForwarded || host.Port is null));
    }

    private static string Name(IPAddress address) => address.AddressFamily
        == System.Net.Sockets.AddressFamily.InterNetworkV6 ? $"[{address}]" : $"{address}";
}
