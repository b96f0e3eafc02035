using System.Buffers.Binary;

namespace Orchestrator.Compare.Values;

/// <summary>
/// Values of one row behind one another, each in the form in which both sides are compared: a mark, and but for NULL
/// its length in four bytes and its bytes. Used again for the next row.
/// </summary>
internal sealed class CanonicalRow
{
    /// <summary>NULL.</summary>
    public const byte Null = 0;

    /// <summary>A value.</summary>
    public const byte Value = 1;

    /// <summary>What is none of the form, as text, or what stands for a long value.</summary>
    public const byte Other = 2;

    /// <summary>Bytes before those of a value.</summary>
    public const int HeadBytes = 5;

    private byte[] _bytes = new byte[512];

    /// <summary>All of it.</summary>
    public ReadOnlySpan<byte> Bytes => _bytes.AsSpan(0, Length);

    /// <summary>Bytes in use.</summary>
    public int Length { get; private set; }

    /// <summary>Empties it.</summary>
    public void Clear() => Length = 0;

    /// <summary>Adds NULL.</summary>
    public void AddNull()
    {
        Reserve(1);
        _bytes[Length++] = Null;
    }

    /// <summary>Adds a value.</summary>
    public void Add(ReadOnlySpan<byte> value, byte mark = Value)
    {
        Reserve(HeadBytes + value.Length);
        _bytes[Length] = mark;
        BinaryPrimitives.WriteInt32LittleEndian(_bytes.AsSpan(Length + 1), value.Length);
        value.CopyTo(_bytes.AsSpan(Length + HeadBytes));
        Length += HeadBytes + value.Length;
    }

    /// <summary>Adds a whole number of eight bytes.</summary>
    public void Add(long value)
    {
        Span<byte> bytes = stackalloc byte[sizeof(long)];
        BinaryPrimitives.WriteInt64LittleEndian(bytes, value);
        Add(bytes);
    }

    /// <summary>The whole number of eight bytes that was added alone; null = something else was.</summary>
    public static long? TicksOf(ReadOnlySpan<byte> value) =>
        value.Length == HeadBytes + sizeof(long) && value[0] == Value
            ? BinaryPrimitives.ReadInt64LittleEndian(value[HeadBytes..]) : null;

    private void Reserve(int more)
    {
        if (_bytes.Length - Length < more)
        {
            Array.Resize(ref _bytes, Math.Max(_bytes.Length * 2, Length + more));
        }
    }
}
