using System.Buffers.Binary;
using System.Text;

namespace Orchestrator.Data.Files.Excel;

/// <summary>
/// The records of an old workbook, one behind the other, whether they stand alone or in the sectors of a compound file.
/// </summary>
internal sealed class OldRecords
{
    private const int Sector = 512;
    private const int EntriesOfSector = 128;
    private const int EntryLength = 128;
    private const int HeadLength = 4;
    private const byte IsStream = 2;

    private readonly Stream _bytes;
    private readonly IReadOnlyList<uint> _sectors;
    private readonly byte[] _record = new byte[HeadLength + ushort.MaxValue];

    private OldRecords(Stream bytes, IReadOnlyList<uint> sectors, long length) =>
        (_bytes, _sectors, Length) = (bytes, sectors, length);

    /// <summary>Bytes that they take.</summary>
    public long Length { get; }

    /// <summary>Where among them the next one begins.</summary>
    public long At { get; set; }

    /// <summary>Finds them; null = they stand where nobody looks for them, as in sectors of another size.</summary>
    /// <exception cref="InvalidDataException">The sectors go round in a circle.</exception>
    public static OldRecords? Find(Stream bytes)
    {
        var head = Bytes(bytes, 0, Sector);
        if (head is not [0xD0, 0xCF, ..])
        {
            return new OldRecords(bytes, [], bytes.Length);
        }

        if (head.Length < Sector || BinaryPrimitives.ReadUInt16LittleEndian(head.AsSpan(30)) != 9)
        {
            return null;
        }

        var table = Table(bytes, head);
        byte[][] folder = [.. Chain(table, Number(head, 48)).SelectMany(sector => Entries(bytes, sector))];
        var entry = Named(folder, "Workbook") ?? Named(folder, "Book");
        return entry is null || Number(entry, 120) < Number(head, 56) ? null
            : new OldRecords(bytes, Chain(table, Number(entry, 116)), Number(entry, 120));
    }

    /// <summary>Reads the next record, whose content stands until the one behind it is read; false = there is none.
    /// </summary>
    /// <exception cref="InvalidDataException">It is cut off.</exception>
    public bool Next(out int kind, out ReadOnlySpan<byte> content)
    {
        kind = 0;
        content = default;
        if (At + HeadLength > Length || Read(At, _record.AsSpan(0, HeadLength)) < HeadLength)
        {
            return false;
        }

        kind = BinaryPrimitives.ReadUInt16LittleEndian(_record);
        var length = BinaryPrimitives.ReadUInt16LittleEndian(_record.AsSpan(2));
        var room = _record.AsSpan(HeadLength, length);
        if (Read(At + HeadLength, room) < length)
        {
            throw new InvalidDataException("the workbook ends within a record");
        }

        At += HeadLength + length;
        content = room;
        return true;
    }

    private int Read(long at, Span<byte> buffer)
    {
        if (_sectors.Count == 0)
        {
            _bytes.Position = Math.Min(at, Length);
            return ReadOnlyStream.ReadFully(_bytes, buffer);
        }

        var filled = 0;
        while (filled < buffer.Length && (at + filled) / Sector is var place && place < _sectors.Count)
        {
            var within = (int)((at + filled) % Sector);
            _bytes.Position = Math.Min(_bytes.Length, ((_sectors[(int)place] + 1L) * Sector) + within);
            var wanted = Math.Min(buffer.Length - filled, Sector - within);
            var read = ReadOnlyStream.ReadFully(_bytes, buffer.Slice(filled, wanted));
            filled += read;
            if (read < wanted)
            {
                break;
            }
        }

        return filled;
    }

    // What sector follows each; those that say so are named in the head, and where there are many in a chain.
    private static uint[] Table(Stream bytes, byte[] head)
    {
        var sectorsMax = bytes.Length / Sector;
        var tablesMax = (sectorsMax / EntriesOfSector) + EntriesOfSector;
        var tables = Enumerable.Range(0, 109).Select(i => Number(head, 76 + (i * 4))).ToList();
        for (var next = Number(head, 68); next < sectorsMax && tables.Count < tablesMax;)
        {
            var chained = Bytes(bytes, (next + 1L) * Sector, Sector);
            if (chained.Length < Sector)
            {
                break;
            }

            tables.AddRange(Enumerable.Range(0, EntriesOfSector - 1).Select(i => Number(chained, i * 4)));
            next = Number(chained, Sector - 4);
        }

        return
        [
            .. tables.Where(sector => sector < sectorsMax).SelectMany(sector =>
            {
                var part = Bytes(bytes, (sector + 1L) * Sector, Sector);
                return Enumerable.Range(0, part.Length / 4).Select(i => Number(part, i * 4));
            }),
        ];
    }

    private static List<uint> Chain(uint[] table, uint first)
    {
        var chain = new List<uint>();
        for (var sector = first; sector < table.Length; sector = table[sector])
        {
            chain.Add(sector);
            if (chain.Count > table.Length)
            {
                throw new InvalidDataException("the sectors of the workbook go round in a circle");
            }
        }

        return chain;
    }

    private static IEnumerable<byte[]> Entries(Stream bytes, uint sector) =>
        Bytes(bytes, (sector + 1L) * Sector, Sector).Chunk(EntryLength).Where(entry => entry.Length == EntryLength);

    private static byte[]? Named(byte[][] folder, string name) => Array.Find(folder, entry => entry[66] == IsStream
        && Encoding.Unicode.GetString(entry, 0, 64).TrimEnd('\0').Equals(name, StringComparison.OrdinalIgnoreCase));

    private static byte[] Bytes(Stream bytes, long at, int length)
    {
        var found = new byte[length];
        bytes.Position = Math.Min(at, bytes.Length);
        return found[..ReadOnlyStream.ReadFully(bytes, found)];
    }

    private static uint Number(byte[] bytes, int at) => BinaryPrimitives.ReadUInt32LittleEndian(bytes.AsSpan(at));
}
