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

    // The length of a value that its type has not is told below this.
    private const int BeyondLength = -2;

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
            AddBeyond(values, row);
            return;
        }

        Span<byte> room = stackalloc byte[ValueFormat.BytesMax];
        var text = Cut(ValueWords.Of(values, row, room));
        AddLength(text.Length);
        AddText(text);
    }

    /// <summary>When the row of a record came; <see cref="long.MinValue"/> = nobody knows.</summary>
    public static long TimeOf(ReadOnlySpan<byte> record) => BinaryPrimitives.ReadInt64LittleEndian(record);

    /// <summary>The texts of the key of a record; null = NULL.</summary>
    public static IReadOnlyList<string?> KeyOf(ReadOnlySpan<byte> record, bool hasTime) =>
        KeyOf(record, hasTime, isFound: false);

    /// <summary>The same for a statement that finds the row; null = NULL, or what no statement compares with.</summary>
    public static IReadOnlyList<string?> FoundBy(ReadOnlySpan<byte> record, bool hasTime) =>
        KeyOf(record, hasTime, isFound: true);

    private static List<string?> KeyOf(ReadOnlySpan<byte> record, bool hasTime, bool isFound)
    {
        var key = new List<string?>();
        for (var at = hasTime ? sizeof(long) : 0; at < record.Length;)
        {
            var length = BinaryPrimitives.ReadInt32LittleEndian(record[at..]);
            at += sizeof(int);
            var isBeyond = length <= BeyondLength;
            var bytes = isBeyond ? BeyondLength - length : Math.Max(length, 0);
            key.Add(length == NullLength || (isBeyond && isFound)
                ? null : Encoding.UTF8.GetString(record.Slice(at, bytes)));
            at += bytes;
        }

        return key;
    }

    // Infinity, or the text in a column of numbers that SQLite lets in: no NULL, and two of them differ.
    private void AddBeyond(ColumnVector values, int row)
    {
        if (!values.TryBeyond(row, out var beyond))
        {
            AddLength(NullLength);
            return;
        }

        var text = Cut(beyond);
        AddLength(BeyondLength - text.Length);
        AddText(text);
    }

    private static ReadOnlySpan<byte> Cut(ReadOnlySpan<byte> text) => text[..Math.Min(text.Length, TextMax)];

    private void AddText(ReadOnlySpan<byte> text)
    {
        Reserve(text.Length);
        text.CopyTo(_bytes.AsSpan(_used));
        _used += text.Length;
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
