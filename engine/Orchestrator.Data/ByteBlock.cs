namespace Orchestrator.Data;

/// <summary>
/// The bytes of a row batch: one array that all its columns of text and bytes point into. It grows beyond its first
/// size only for a row that does not fit, and goes back to that size when the batch is used again.
/// </summary>
public sealed class ByteBlock
{
    /// <summary>Bytes from which on an array is a rarity.</summary>
    public const int LargeMin = 8 << 20;

    private readonly int _home;
    private readonly MemoryBudget? _budget;

    internal ByteBlock(int size, MemoryBudget? budget)
    {
        _home = size;
        _budget = budget;
    }

    /// <summary>The array; empty at first, and another one after <see cref="Reserve"/> had to grow it.</summary>
    public byte[] Array { get; private set; } = [];

    /// <summary>Bytes in use, from 0.</summary>
    public int Used { get; set; }

    /// <summary>
    /// Whether each text in it is known to be valid UTF-8. Only a reader that has checked, or whose server has, says
    /// so; the guard then need not look again.
    /// </summary>
    public bool IsValidUtf8 { get; set; }

    /// <summary>Whether it is known that no text in it contains U+0000; said by whoever has checked.</summary>
    public bool IsFreeOfNul { get; set; }

    /// <summary>Makes room for that many more bytes behind those in use.</summary>
    public void Reserve(int more)
    {
        var needed = checked(Used + more);
        if (Array.Length == 0 && needed <= _home)
        {
            Array = GC.AllocateUninitializedArray<byte>(_home);
        }
        else if (needed > Array.Length)
        {
            Grow((int)Math.Max(needed, Math.Min(Array.Length * 2L, System.Array.MaxLength)));
        }
    }

    /// <summary>Makes the array exactly that long, which must be longer than it is.</summary>
    public void Grow(int size)
    {
        if (size >= LargeMin)
        {
            // Seldom, and the collector would let many of them pile up before it looked.
            GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
        }

        var larger = GC.AllocateUninitializedArray<byte>(size);
        Array.AsSpan(0, Used).CopyTo(larger);
        _budget?.Take(size - Math.Max(Array.Length, _home));
        Array = larger;
    }

    /// <summary>Copies a value behind the others and returns where it begins.</summary>
    public int Append(ReadOnlySpan<byte> value)
    {
        Reserve(value.Length);
        var start = Used;
        value.CopyTo(Array.AsSpan(start));
        Used += value.Length;
        return start;
    }

    internal void Reset()
    {
        if (Array.Length > _home)
        {
            _budget?.Give(Array.Length - _home);
            Array = [];
        }

        Used = 0;
        IsValidUtf8 = false;
        IsFreeOfNul = false;
    }
}
