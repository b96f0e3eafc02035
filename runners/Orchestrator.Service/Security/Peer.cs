using System.Net;

namespace Orchestrator.Service.Security;

/// <summary>Where a request comes from.</summary>
/// <param name="Address">The peer's address, or the one that the declared proxy named.</param>
/// <param name="IsForwarded">Whether the declared proxy passed it on.</param>
internal sealed record Peer(IPAddress Address, bool IsForwarded)
{
    /// <summary>Whether it comes from this machine, as far as anybody can tell.</summary>
    public bool IsLocal => !IsForwarded && IPAddress.IsLoopback(Address);
}
