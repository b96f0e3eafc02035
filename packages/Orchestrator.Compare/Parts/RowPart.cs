using System.Buffers.Binary;

namespace Orchestrator.Compare.Parts;

/// <summary>The rows of one side that belong to one part.</summary>
/// <param name="file">Takes what no memory shall hold.</param>
internal sealed class RowPart(PartsFile file)
{
    private const int PieceBytes = 16 * 1024;

    private readonly SpilledBytes _entries = new(file, PieceBytes);
    private readonly SpilledRecords _records = new(new SpilledBytes(file, PieceBytes));

    /// <summary>How many there are.</summary>
    public long Rows { get; private set; }

    /// <summary>Stands for all of them, in whatever order they came.</summary>
    public UInt128 Sum { get; private set; }

    /// <summary>Adds one.</summary>
    /// <param name="key">Stands for its key.</param>
    /// <param name="row">Stands for the row.</param>
    /// <param name="record">What is to be known of it where it differs.</param>
    public void Add(ulong key, ulong row, ReadOnlySpan<byte> record)
    {
        Span<byte> entry = stackalloc byte[RowEntry.Bytes];
        BinaryPrimitives.WriteUInt64LittleEndian(entry, key);
        BinaryPrimitives.WriteUInt64LittleEndian(entry[sizeof(ulong)..], row);
        _entries.Add(entry);
        _records.Add(record);
        Rows++;
        Sum += new UInt128(Mixed(key + Mixed(row)), Mixed(row));
    }

    /// <summary>All of them, in the order in which they came.</summary>
    public IEnumerable<RowEntry> Entries()
    {
        var place = 0;
        foreach (var piece in _entries.Read())
        {
            for (var at = 0; at < piece.Length; at += RowEntry.Bytes)
            {
                var bytes = piece.Span[at..];
                yield return new RowEntry(
                    BinaryPrimitives.ReadUInt64LittleEndian(bytes),
                    BinaryPrimitives.ReadUInt64LittleEndian(bytes[sizeof(ulong)..]), place++);
            }
        }
    }

    /// <summary>The records in the same order, each valid until the next is asked for.</summary>
    public IEnumerable<ReadOnlyMemory<byte>> Records() => _records.Read();

    // Added up as they are, two rows could stand for two others: 1 and 3 for 2 and 2. (The last step of SplitMix64.)
    private static ulong Mixed(ulong value)
    {
        value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
        value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
        return value ^ (value >> 31);
    }
}
