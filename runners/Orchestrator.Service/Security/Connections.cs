using System.Net;
using Microsoft.AspNetCore.Connections;

namespace Orchestrator.Service.Security;

/// <summary>
/// How many connections are open, altogether and for each address. Where there is no room for a further one, the one
/// goes that has been without a request for longest, so that nobody shuts others out by holding connections and asking
/// nothing. Those with a request under way stay. Safe for threads.
/// </summary>
/// <param name="limits">How many there may be.</param>
/// <param name="proxies">Declared proxies: behind their address are many people.</param>
internal sealed class Connections(ServiceLimits limits, IReadOnlyList<IPAddress> proxies)
{
    private readonly Dictionary<string, Open> _open = new(StringComparer.Ordinal);
    private readonly Dictionary<IPAddress, int> _ofAddress = [];

    // The one without a request for longest is first.
    private readonly LinkedList<Open> _idle = new();
    private readonly Lock _lock = new();

    /// <summary>Lets a connection in, and out again when it has ended.</summary>
    public async Task PassAsync(ConnectionContext connection, ConnectionDelegate next)
    {
        var address = ListenAddress.Plain((connection.RemoteEndPoint as IPEndPoint)?.Address ?? IPAddress.None);
        var open = new Open(connection.ConnectionId, address, connection.Abort);
        if (!Enter(open))
        {
            connection.Abort();
            return;
        }

        try
        {
            await next(connection);
        }
        finally
        {
            Leave(open);
        }
    }

    /// <summary>A request on a connection begins; it ends when what is returned is disposed.</summary>
    public IDisposable Begin(string connection)
    {
        lock (_lock)
        {
            if (!_open.TryGetValue(connection, out var open))
            {
                return new Request(this, null);
            }

            if (open.Requests++ == 0)
            {
                _idle.Remove(open.Place);
            }

            return new Request(this, open);
        }
    }

    internal bool Enter(Open open)
    {
        Open? leaves = null;
        lock (_lock)
        {
            var isOwnFull = !proxies.Contains(open.Address)
                && _ofAddress.GetValueOrDefault(open.Network) >= limits.ConnectionsPerAddressMax;
            if (isOwnFull || _open.Count >= limits.ConnectionsMax)
            {
                leaves = _idle.FirstOrDefault(idle => !isOwnFull || idle.Network.Equals(open.Network));
                if (leaves is null)
                {
                    return false;
                }

                Remove(leaves);
            }

            _open.Add(open.Id, open);
            _ofAddress[open.Network] = _ofAddress.GetValueOrDefault(open.Network) + 1;
            _idle.AddLast(open.Place);
        }

        leaves?.End();
        return true;
    }

    internal void Leave(Open open)
    {
        lock (_lock)
        {
            Remove(open);
        }
    }

    private void Remove(Open open)
    {
        if (!_open.Remove(open.Id))
        {
            return;
        }

        if (open.Place.List is not null)
        {
            _idle.Remove(open.Place);
        }

        if (--_ofAddress[open.Network] == 0)
        {
            _ofAddress.Remove(open.Network);
        }
    }

    private void Ended(Open open)
    {
        lock (_lock)
        {
            if (--open.Requests == 0 && _open.ContainsKey(open.Id))
            {
                _idle.AddLast(open.Place);
            }
        }
    }

    /// <summary>A connection that is open.</summary>
    internal sealed class Open
    {
        public Open(string id, IPAddress address, Action end)
        {
            (Id, Address, Network, End) = (id, address, FailedTries.Network(address), end);
            Place = new LinkedListNode<Open>(this);
        }

        public string Id { get; }

        public IPAddress Address { get; }

        public IPAddress Network { get; }

        public Action End { get; }

        public LinkedListNode<Open> Place { get; }

        public int Requests { get; set; }
    }

    private sealed class Request(Connections all, Open? open) : IDisposable
    {
        public void Dispose()
        {
            if (open is not null)
            {
                all.Ended(open);
            }
        }
    }
}
