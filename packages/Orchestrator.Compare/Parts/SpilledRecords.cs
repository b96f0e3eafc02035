namespace Orchestrator.Compare.Parts;

/// <summary>Records of any length behind one another, each with its length before it.</summary>
internal sealed class SpilledRecords(SpilledBytes bytes)
{
    private const int LengthBytesMax = 5;
    private const int More = 0x80;

    /// <summary>Adds one.</summary>
    public void Add(ReadOnlySpan<byte> record)
    {
        Span<byte> length = stackalloc byte[LengthBytesMax];
        var (used, rest) = (0, (uint)record.Length);
        for (; rest >= More; rest >>= 7)
        {
            length[used++] = (byte)(rest | More);
        }

        length[used++] = (byte)rest;
        bytes.Add(length[..used]);
        bytes.Add(record);
    }

    /// <summary>All of them in order, each valid until the next is asked for.</summary>
    public IEnumerable<ReadOnlyMemory<byte>> Read()
    {
        var record = new byte[64];
        var (length, shift, filled, isLength) = (0, 0, 0, true);
        foreach (var piece in bytes.Read())
        {
            for (var at = 0; at < piece.Length;)
            {
                if (isLength)
                {
                    var part = piece.Span[at++];
                    length |= (part & ~More) << shift;
                    shift += 7;
                    isLength = (part & More) != 0;
                    record = record.Length < length ? new byte[length] : record;
                }
                else
                {
                    var taken = Math.Min(length - filled, piece.Length - at);
                    piece.Span.Slice(at, taken).CopyTo(record.AsSpan(filled));
                    (filled, at) = (filled + taken, at + taken);
                }

                if (!isLength && filled == length)
                {
                    yield return record.AsMemory(0, length);
                    (length, shift, filled, isLength) = (0, 0, 0, true);
                }
            }
        }
    }
}
