using System.Runtime.CompilerServices;

namespace Orchestrator.Dataflow.Links;

/// <summary>Empty buffers, whatever their rows.</summary>
internal abstract class BufferPool
{
    /// <summary>Buffers that nobody has given back; asked when nothing is at work.</summary>
    public abstract int Away { get; }
}

/// <summary>
/// Empty buffers of one size. What a thread gave back last is what it gets next, because that is in its cache; a thread
/// that gives back more than it takes passes some on to the others.
/// </summary>
internal sealed class BufferPool<T> : BufferPool
{
    private const int Kept = 8;
    private readonly int _rows;
    private readonly Shelf[] _shelves;
    private readonly Stack<RowBuffer<T>> _shared = [];
    private readonly Lock _lock = new();
    private int _made;

    /// <param name="rows">Rows in each buffer.</param>
    /// <param name="threads">Threads that have a shelf of their own; all others share one.</param>
    public BufferPool(int rows, int threads)
    {
        _rows = rows;
        _shelves = new Shelf[threads];
        for (var i = 0; i < threads; i++)
        {
            _shelves[i] = new Shelf();
        }
    }

    public override int Away => _made - _shared.Count - _shelves.Sum(shelf => shelf.Count);

    /// <param name="thread">The number of the calling thread; −1 = one without a shelf.</param>
    public RowBuffer<T> Rent(int thread)
    {
        if (thread < 0)
        {
            lock (_lock)
            {
                return _shared.TryPop(out var shared) ? shared : Make();
            }
        }

        var shelf = _shelves[thread];
        if (shelf.Count == 0)
        {
            Fill(shelf);
        }

        return shelf.Count == 0 ? Make() : shelf.Places[--shelf.Count];
    }

    public void Return(RowBuffer<T> buffer, int thread)
    {
        if (RuntimeHelpers.IsReferenceOrContainsReferences<T>())
        {
            // Else it would keep alive what its rows name.
            buffer.Rows.AsSpan(0, buffer.Count).Clear();
        }

        buffer.Count = 0;
        if (thread < 0)
        {
            lock (_lock)
            {
                _shared.Push(buffer);
            }

            return;
        }

        var shelf = _shelves[thread];
        if (shelf.Count == shelf.Places.Length)
        {
            Empty(shelf);
        }

        shelf.Places[shelf.Count++] = buffer;
    }

    private RowBuffer<T> Make()
    {
        Interlocked.Increment(ref _made);
        return new RowBuffer<T>(_rows);
    }

    private void Fill(Shelf shelf)
    {
        lock (_lock)
        {
            while (shelf.Count < Kept / 2 && _shared.TryPop(out var shared))
            {
                shelf.Places[shelf.Count++] = shared;
            }
        }
    }

    private void Empty(Shelf shelf)
    {
        lock (_lock)
        {
            // Those that lie longest.
            for (var i = 0; i < Kept / 2; i++)
            {
                _shared.Push(shelf.Places[i]);
            }
        }

        shelf.Count -= Kept / 2;
        Array.Copy(shelf.Places, Kept / 2, shelf.Places, 0, shelf.Count);
    }

    private sealed class Shelf
    {
        public readonly RowBuffer<T>[] Places = new RowBuffer<T>[Kept];
        public int Count;
    }
}
