using System.Net;
using System.Net.Sockets;

namespace Orchestrator.Runner.Outbound;

/// <summary>
/// Connects to where a name leads now, and only if all that it leads to may be reached. What was checked is what is
/// connected to: the name is looked up once.
/// </summary>
public sealed class GuardedConnect(OutboundRules rules)
{
    /// <summary>The addresses of a host, all of which may be reached.</summary>
    /// <exception cref="OutboundRefusedException">One of them may not.</exception>
    /// <exception cref="SocketException">The name leads nowhere.</exception>
    public async Task<IReadOnlyList<IPAddress>> CheckAsync(
        string host, bool isSecure, CancellationToken cancellation = default)
    {
        var found = IPAddress.TryParse(host.Trim('[', ']'), out var literal)
            ? [literal] : await rules.Resolve(host, cancellation);
        if (found.Length == 0)
        {
            throw new SocketException((int)SocketError.HostNotFound);
        }

        // A name of which one address is forbidden is not asked at another one: who answers so may do it on purpose.
        foreach (var address in found)
        {
            if (Why(AddressKinds.Of(address), isSecure) is { } why)
            {
                throw new OutboundRefusedException($"{host} leads to {address}: {why}");
            }
        }

        return found;
    }

    /// <summary>A connection to one of the addresses of a host.</summary>
    public async Task<Stream> OpenAsync(string host, int port, bool isSecure, CancellationToken cancellation = default)
    {
        var addresses = await CheckAsync(host, isSecure, cancellation);
        SocketException? last = null;
        foreach (var address in addresses)
        {
            var socket = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
            try
            {
                await socket.ConnectAsync(new IPEndPoint(address, port), cancellation);
                return new NetworkStream(socket, ownsSocket: true);
            }
            catch (SocketException exception)
            {
                last = exception;
                socket.Dispose();
            }
            catch
            {
                socket.Dispose();
                throw;
            }
        }

        throw last!;
    }

    private string? Why(AddressKind kind, bool isSecure) => kind switch
    {
        AddressKind.Forbidden => "no request goes to such an address.",
        AddressKind.Private when !rules.AllowPrivate =>
            "this is an address of this machine or of a private network. Where it is meant, "
                + $"{rules.AllowedBy} says so.",
        AddressKind.Public when !isSecure => "http goes to private addresses only. Use https.",
        _ => null,
    };
}
