namespace Orchestrator.Data;

/// <summary>
/// The bytes of a row batch: one array that all its columns of text and bytes point into. It grows beyond its first
/// size only for a row that does not fit, and goes back to that size when the batch is used again.
/// </summary>
public sealed class ByteBlock
{
    private readonly int _home;
    private readonly MemoryBudget? _budget;
    private bool _isLarge;

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
        _budget?.Take(MoreThanNow(size));
        Move(size);
    }

    /// <summary>Takes that many bytes off its beginning.</summary>
    public void RemoveFirst(int count)
    {
        Array.AsSpan(count, Used - count).CopyTo(Array);
        Used -= count;
    }

    /// <summary>Empties it; an array longer than its first size is let go.</summary>
    public void LetGo()
    {
        if (Array.Length > _home)
        {
            _budget?.Give(Array.Length - _home, _isLarge);
            (Array, _isLarge) = ([], false);
        }

        Used = 0;
        IsValidUtf8 = false;
        IsFreeOfNul = false;
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

    internal void GrowLarge(int size, long sizeMax, CancellationToken cancellation)
    {
        if (size <= _home)
        {
            Reserve(size - Used);
            return;
        }

        if (_isLarge)
        {
            Grow(size);
            return;
        }

        _budget?.TakeLarge(MoreThanNow(size), Math.Max(size, sizeMax), cancellation);
        _isLarge = true;
        Move(size);
    }

    private int MoreThanNow(int size) => size - Math.Max(Array.Length, _home);

    private void Move(int size)
    {
        _budget?.Pace(size);
        var larger = GC.AllocateUninitializedArray<byte>(size);
        Array.AsSpan(0, Used).CopyTo(larger);
        Array = larger;
    }
}
