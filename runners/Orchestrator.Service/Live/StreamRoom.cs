using System.Net;

namespace Orchestrator.Service.Live;

/// <summary>How many event streams are open, altogether and for each address. Safe for threads.</summary>
internal sealed class StreamRoom(ServiceLimits limits)
{
    private readonly Dictionary<IPAddress, int> _open = [];
    private readonly Lock _lock = new();
    private int _all;

    /// <summary>A place, until it is disposed; null = there is none.</summary>
    public IDisposable? Take(IPAddress address)
    {
        lock (_lock)
        {
            var own = _open.GetValueOrDefault(address);
            if (_all >= limits.StreamsMax || own >= limits.StreamsPerAddressMax)
            {
                return null;
            }

            _all++;
            _open[address] = own + 1;
            return new Leaving(() => Leave(address));
        }
    }

    private void Leave(IPAddress address)
    {
        lock (_lock)
        {
            _all--;
            if (--_open[address] == 0)
            {
                _open.Remove(address);
            }
        }
    }
}
