using System.Numerics;

namespace Orchestrator.Dataflow.Links;

/// <summary>
/// A bounded queue for one thread that puts and one that takes. What was put is seen whole by whoever takes it.
/// </summary>
internal sealed class RingBuffer<T>
    where T : class
{
    private readonly T?[] _places;
    private readonly int _mask;
    private readonly int _depth;
    private PaddedIndex _put;
    private PaddedIndex _taken;

    /// <param name="depth">How many it holds, from 1.</param>
    public RingBuffer(int depth)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(depth, 1);
        _depth = depth;
        _places = new T?[BitOperations.RoundUpToPowerOf2((uint)depth)];
        _mask = _places.Length - 1;
    }

    /// <summary>How many it holds: what anybody may ask, and what may be past already.</summary>
    public int Count
    {
        get
        {
            // In this order, so that it is never negative; what is taken between may make it too large.
            var taken = Volatile.Read(ref _taken.Value);
            return (int)Math.Min(_depth, Volatile.Read(ref _put.Value) - taken);
        }
    }

    /// <summary>Asked by the thread that puts.</summary>
    public bool HasRoom
    {
        get
        {
            if (_put.Value - _put.Other < _depth)
            {
                return true;
            }

            _put.Other = Volatile.Read(ref _taken.Value);
            return _put.Value - _put.Other < _depth;
        }
    }

    /// <summary>Asked by the thread that takes.</summary>
    public bool IsEmpty
    {
        get
        {
            if (_taken.Value < _taken.Other)
            {
                return false;
            }

            _taken.Other = Volatile.Read(ref _put.Value);
            return _taken.Value == _taken.Other;
        }
    }

    /// <summary>Only where it has room.</summary>
    public void Put(T item)
    {
        var place = _put.Value;
        _places[place & _mask] = item;
        Volatile.Write(ref _put.Value, place + 1);
    }

    /// <summary>Null = it is empty.</summary>
    public T? Take()
    {
        if (IsEmpty)
        {
            return null;
        }

        ref var place = ref _places[_taken.Value & _mask];
        var item = place;
        place = null;
        Volatile.Write(ref _taken.Value, _taken.Value + 1);
        return item;
    }
}
