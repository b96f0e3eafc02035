using System.Buffers.Binary;
using System.Text;
using Orchestrator.Compare.Values;
using Orchestrator.Data;

namespace Orchestrator.Compare;

/// <summary>
/// What is kept of a row beside what stands for it: when it came, and the texts of its key, long ones cut. Made for one
/// thread.
/// </summary>
internal sealed class KeyRecord(bool hasTime)
{
    private const int NullLength = -1;

    // A row whose key is longer is found again by reading all rows: it is compared by its numbers, and not by this.
    private const int TextMax = 1024;

    private byte[] _bytes = new byte[64];
    private int _used;

    /// <summary>All of it.</summary>
    public ReadOnlySpan<byte> Bytes => _bytes.AsSpan(0, _used);

    /// <summary>Begins the record of a row.</summary>
    /// <param name="ticks">When it came; <see cref="long.MinValue"/> = nobody knows.</param>
    public void Begin(long ticks)
    {
        _used = 0;
        if (hasTime)
        {
            Reserve(sizeof(long));
            BinaryPrimitives.WriteInt64LittleEndian(_bytes, ticks);
            _used = sizeof(long);
        }
    }

    /// <summary>Adds a value of the key.</summary>
    public void Add(ColumnVector values, int row)
    {
        if (values.IsNull(row))
        {
            AddLength(NullLength);
            return;
        }

        Span<byte> room = stackalloc byte[ValueFormat.BytesMax];
        var text = ValueWords.Of(values, row, room);
        text = text[..Math.Min(text.Length, TextMax)];
        AddLength(text.Length);
        Reserve(text.Length);
        text.CopyTo(_bytes.AsSpan(_used));
        _used += text.Length;
    }

    /// <summary>When the row of a record came; <see cref="long.MinValue"/> = nobody knows.</summary>
    public static long TimeOf(ReadOnlySpan<byte> record) => BinaryPrimitives.ReadInt64LittleEndian(record);

    /// <summary>The texts of the key of a record; null = NULL.</summary>
    public static IReadOnlyList<string?> KeyOf(ReadOnlySpan<byte> record, bool hasTime)
    {
        var key = new List<string?>();
        for (var at = hasTime ? sizeof(long) : 0; at < record.Length;)
        {
            var length = BinaryPrimitives.ReadInt32LittleEndian(record[at..]);
            at += sizeof(int);
            key.Add(length == NullLength ? null : Encoding.UTF8.GetString(record.Slice(at, length)));
            at += Math.Max(length, 0);
        }

        return key;
    }

    private void AddLength(int length)
    {
        Reserve(sizeof(int));
        BinaryPrimitives.WriteInt32LittleEndian(_bytes.AsSpan(_used), length);
        _used += sizeof(int);
    }

    private void Reserve(int more)
    {
        if (_bytes.Length - _used < more)
        {
            Array.Resize(ref _bytes, Math.Max(_bytes.Length * 2, _used + more));
        }
    }
}
