namespace Orchestrator.Data;

/// <summary>
/// The bound on bytes that the row batches of one run hold together. A load may always have one batch, so that loads
/// never wait for each other in a circle; the bound can be exceeded by that one batch per load, and by rows larger
/// than a batch.
/// </summary>
public sealed class MemoryBudget(long bytesMax)
{
    private readonly Lock _lock = new();
    private readonly List<ManualResetEventSlim> _waiting = [];
    private long _inUse;

    /// <summary>The bound, in bytes.</summary>
    public long BytesMax { get; } = bytesMax;

    /// <summary>
    /// Taken while a row is read that is far larger than a batch, so that what several of them need does not add up.
    /// </summary>
    public Lock LargeRow { get; } = new();

    /// <summary>Bytes in use now.</summary>
    public long InUse => Interlocked.Read(ref _inUse);

    internal void Take(long bytes) => Interlocked.Add(ref _inUse, bytes);

    internal void Give(long bytes)
    {
        Interlocked.Add(ref _inUse, -bytes);
        WakeAll();
    }

    /// <summary>Waits until the bytes fit, or the caller holds nothing.</summary>
    internal void TakeWhenFree(long bytes, Func<bool> holdsNothing, CancellationToken cancellation)
    {
        using var wake = new ManualResetEventSlim();
        while (!TryTake(bytes, holdsNothing, wake))
        {
            try
            {
                wake.Wait(cancellation);
            }
            finally
            {
                Forget(wake);
            }

            wake.Reset();
        }
    }

    internal void WakeAll()
    {
        lock (_lock)
        {
            foreach (var wake in _waiting)
            {
                wake.Set();
            }
        }
    }

    private bool TryTake(long bytes, Func<bool> holdsNothing, ManualResetEventSlim wake)
    {
        lock (_lock)
        {
            if (holdsNothing() || InUse + bytes <= BytesMax)
            {
                Take(bytes);
                return true;
            }

            _waiting.Add(wake);
            return false;
        }
    }

    private void Forget(ManualResetEventSlim wake)
    {
        lock (_lock)
        {
            _waiting.Remove(wake);
        }
    }
}
