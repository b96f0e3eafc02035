using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Orchestrator.Data.Files;

/// <summary>
/// Finds up to three special bytes, one after the other: 32 bytes are compared at once and the hits kept as bits, so
/// that a short field costs a few instructions instead of a call.
/// </summary>
internal ref struct SpecialScanner
{
    private readonly ref byte _data;
    private readonly int _length;
    private readonly Vector256<byte> _first;
    private readonly Vector256<byte> _second;
    private readonly Vector256<byte> _third;
    private int _base;
    private uint _hits;

    public SpecialScanner(ReadOnlySpan<byte> data, byte first, byte second, byte third, int from)
    {
        _data = ref MemoryMarshal.GetReference(data);
        _length = data.Length;
        _first = Vector256.Create(first);
        _second = Vector256.Create(second);
        _third = Vector256.Create(third);
        _base = from - Vector256<byte>.Count;
    }

    /// <summary>Position of the next special byte; −1 = there is none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Next()
    {
        while (_hits == 0)
        {
            _base += Vector256<byte>.Count;
            if (_base + Vector256<byte>.Count > _length)
            {
                if (_base >= _length)
                {
                    return -1;
                }

                _hits = Tail();
            }
            else
            {
                _hits = Hits(Vector256.LoadUnsafe(ref _data, (nuint)_base));
            }
        }

        var position = _base + BitOperations.TrailingZeroCount(_hits);
        _hits &= _hits - 1;
        return position;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly uint Hits(Vector256<byte> bytes) =>
        (Vector256.Equals(bytes, _first) | Vector256.Equals(bytes, _second) | Vector256.Equals(bytes, _third))
        .ExtractMostSignificantBits();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly uint Tail()
    {
        Span<byte> last = stackalloc byte[Vector256<byte>.Count];
        last.Clear();
        var count = _length - _base;
        MemoryMarshal.CreateReadOnlySpan(ref Unsafe.Add(ref _data, _base), count).CopyTo(last);
        return Hits(Vector256.LoadUnsafe(ref MemoryMarshal.GetReference(last))) & ((1u << count) - 1);
    }
}
