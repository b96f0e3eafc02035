using Orchestrator.Dataflow.Spilling;

namespace Orchestrator.Dataflow.Links;

/// <summary>
/// Carries buffers of rows from one worker to another. What its producer puts while it is full waits beside it, and the
/// producer does not go on until that has moved on; so a step may always finish what it began.
/// </summary>
internal sealed class Link<T>(Output<T> from, Input<T> to, LinkOptions options) : Link(from, to, options)
{
    private static readonly SpillOptions InMemory = new() { RowsMax = int.MaxValue };

    private readonly int _rows = options.RowsOf<T>();
    private readonly SpillQueue<T> _beside = new();
    private RingBuffer<RowBuffer<T>> _ring = new(1);
    private Func<RowBuffer<T>>? _rent;
    private BufferPool<T>? _pool;
    private bool _isClosed;
    private long _received;
    private int _newsEach;
    private int _untilNews;

    public override string? RefusesFiles
    {
        get
        {
            try
            {
                _ = IsElastic && Options.Spill.MayWrite ? RowFormat<T>.Default : null;
                return null;
            }
            catch (NotSupportedException refusal)
            {
                return refusal.Message;
            }
        }
    }

    public override long Received => Volatile.Read(ref _received);

    public override int Waiting => _ring.Count;

    public override bool HasRoom => IsElastic || (_beside.IsEmpty && _ring.HasRoom);

    /// <summary>Called by the consumer.</summary>
    public bool HasEnded => Volatile.Read(ref _isClosed) && _ring.IsEmpty;

    public override void Begin(Pools pools)
    {
        _ring = new RingBuffer<RowBuffer<T>>(Options.Depth);
        _pool = pools.Of<T>(_rows);
        (_isClosed, _received) = (false, 0);
        _untilNews = _newsEach = Math.Max(1, Options.Depth / 2);
    }

    public override void End()
    {
        while (_ring.Take() is { } left)
        {
            Return(left);
        }

        _beside.Clear(GiveBack);
        _ring = new RingBuffer<RowBuffer<T>>(1);
        _pool = null;
    }

    public RowBuffer<T> Rent() => _pool!.Rent(From.Worker.Thread);

    public void Return(RowBuffer<T> buffer) => _pool!.Return(buffer, To.Worker.Thread);

    /// <summary>A buffer that its producer does not need.</summary>
    public void GiveBack(RowBuffer<T> buffer) => _pool!.Return(buffer, From.Worker.Thread);

    public void Put(RowBuffer<T> buffer)
    {
        if (!_beside.IsEmpty || !_ring.HasRoom)
        {
            // What one step adds stays in memory where the producer waits for it.
            _beside.Options = IsElastic ? Options.Spill : InMemory;
            if (!_beside.Add(buffer))
            {
                GiveBack(buffer);
            }

            return;
        }

        _ring.Put(buffer);
        To.Worker.Notify();
    }

    public override bool Drain()
    {
        while (!_beside.IsEmpty && _ring.HasRoom)
        {
            _ring.Put(_beside.Take(_rent ??= Rent));
            To.Worker.Notify();
        }

        return _beside.IsEmpty;
    }

    /// <summary>Nothing more is put: closes it when nothing waits beside.</summary>
    public bool TryClose()
    {
        if (Drain() && !_isClosed)
        {
            Volatile.Write(ref _isClosed, true);
            To.Worker.Notify();
        }

        return _isClosed;
    }

    public override void TellOfRoom()
    {
        if (_untilNews < _newsEach)
        {
            _untilNews = _newsEach;
            From.Worker.Notify();
        }
    }

    public RowBuffer<T>? Take()
    {
        var buffer = _ring.Take();
        if (buffer is not null)
        {
            Volatile.Write(ref _received, _received + buffer.Count);
            if (--_untilNews == 0)
            {
                // Not for each: a producer that is woken shall find room for a few.
                TellOfRoom();
            }
        }

        return buffer;
    }
}
