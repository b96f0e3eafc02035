using System.Net;
using System.Net.Sockets;

namespace Orchestrator.Service.Security;

/// <summary>
/// Counts wrong tokens by address (of IPv6 by its network of 64 bits, which one machine can have to itself). Where
/// there were too many, further wrong ones have to wait; a right one never does, as others may have the same address.
/// Bounded; safe for threads.
/// </summary>
internal sealed class FailedTries(int most, TimeProvider time)
{
    private const int AddressesMax = 10_000;

    private static readonly TimeSpan Span = TimeSpan.FromMinutes(5);

    private readonly Dictionary<IPAddress, Queue<long>> _tries = [];
    private readonly Lock _lock = new();

    /// <summary>How long the address has to wait; null = not at all.</summary>
    public TimeSpan? WaitOf(IPAddress address)
    {
        lock (_lock)
        {
            return Recent(Network(address)) is { } tries && tries.Count >= most
                ? Span - time.GetElapsedTime(tries.Peek()) : null;
        }
    }

    public void Add(IPAddress address)
    {
        lock (_lock)
        {
            var network = Network(address);
            if (Recent(network) is not { } tries)
            {
                MakeRoom();
                _tries[network] = tries = new Queue<long>();
            }

            if (tries.Count < most)
            {
                tries.Enqueue(time.GetTimestamp());
            }
        }
    }

    private Queue<long>? Recent(IPAddress network)
    {
        if (!_tries.TryGetValue(network, out var tries))
        {
            return null;
        }

        while (tries.TryPeek(out var oldest) && time.GetElapsedTime(oldest) >= Span)
        {
            tries.Dequeue();
        }

        return tries;
    }

    // Those that are over go first; of others any, as an attack from so many addresses is none that waits would stop.
    private void MakeRoom()
    {
        if (_tries.Count < AddressesMax)
        {
            return;
        }

        var over = _tries.Keys.Where(known => Recent(known) is not { Count: > 0 }).ToList();
        foreach (var known in over.Count > 0 ? over : [_tries.Keys.First()])
        {
            _tries.Remove(known);
        }
    }

    /// <summary>What is counted as one: the address, of IPv6 its network.</summary>
    public static IPAddress Network(IPAddress address) => address.AddressFamily != AddressFamily.InterNetworkV6
        ? address : new IPAddress([.. address.GetAddressBytes().Take(8), 0, 0, 0, 0, 0, 0, 0, 0]);
}
