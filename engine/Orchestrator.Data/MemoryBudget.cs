namespace Orchestrator.Data;

/// <summary>
/// The bound on bytes that the row batches of one run hold together. A load may always have one batch, so that loads
/// never wait for each other in a circle; the bound can be exceeded by that one batch per load, and by one row far
/// larger than a batch.
/// </summary>
public sealed class MemoryBudget(long bytesMax)
{
    // The collector would let far more of them pile up before it looked.
    private const long LargeBytesAtOnce = 8 << 20;

    private readonly Lock _lock = new();
    private readonly List<ManualResetEventSlim> _waiting = [];
    private long _inUse;
    private int _large;
    private long _allocated;

    /// <summary>The bound, in bytes.</summary>
    public long BytesMax { get; } = bytesMax;

    /// <summary>Bytes in use now.</summary>
    public long InUse => Interlocked.Read(ref _inUse);

    internal void Take(long bytes) => Interlocked.Add(ref _inUse, bytes);

    internal void Give(long bytes, bool isLarge = false)
    {
        lock (_lock)
        {
            Take(-bytes);
            _large -= isLarge ? 1 : 0;
        }

        WakeAll();
    }

    /// <summary>Has what large arrays were let go collected before the next one is made, once it is worth it.</summary>
    internal void Pace(long bytes)
    {
        if (Interlocked.Add(ref _allocated, bytes) >= LargeBytesAtOnce)
        {
            Interlocked.Exchange(ref _allocated, 0);
            GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
        }
    }

    /// <summary>Waits until the bytes fit, or the caller holds nothing.</summary>
    internal void TakeWhenFree(long bytes, Func<bool> holdsNothing, CancellationToken cancellation) =>
        Await(() => holdsNothing() || InUse + bytes <= BytesMax, bytes, 0, cancellation);

    /// <summary>
    /// Takes the bytes of a row far larger than a batch once all that it may come to fits, or no other such row is
    /// about.
    /// </summary>
    internal void TakeLarge(long bytes, long bytesMax, CancellationToken cancellation) =>
        Await(() => _large == 0 || InUse + bytesMax <= BytesMax, bytes, 1, cancellation);

    private void Await(Func<bool> isFree, long bytes, int large, CancellationToken cancellation)
    {
        using var wake = new ManualResetEventSlim(initialState: false, spinCount: 0);
        while (!TryTake(isFree, bytes, large, wake))
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

    private bool TryTake(Func<bool> isFree, long bytes, int large, ManualResetEventSlim wake)
    {
        lock (_lock)
        {
            if (isFree())
            {
                Take(bytes);
                _large += large;
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
