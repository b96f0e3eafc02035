using System.Buffers.Binary;
using System.Text;

namespace Orchestrator.Data.Tests.Files.Excel;

/// <summary>A compound file with one stream, as xls has it around its records: header, table of sectors, folder, data.
/// </summary>
internal static class CompoundFile
{
    private const int Sector = 512;
    private const int StreamMin = 4096;
    private const int FirstOfStream = 2;
    private const uint End = 0xFFFFFFFE;
    private const uint Free = 0xFFFFFFFF;

    public static byte[] Of(string name, byte[] stream)
    {
        var sectors = (Math.Max(stream.Length, StreamMin) + Sector - 1) / Sector;
        var file = new byte[(1 + FirstOfStream + sectors) * Sector];
        WriteHeader(file.AsSpan(0, Sector));
        WriteTable(file.AsSpan(Sector, Sector), sectors);
        var folder = file.AsSpan(2 * Sector, Sector);
        WriteEntry(folder[..128], "Root Entry", kind: 5, End, 0);
        WriteEntry(folder[128..256], name, kind: 2, FirstOfStream, (uint)(sectors * Sector));
        stream.CopyTo(file, (1 + FirstOfStream) * Sector);
        return file;
    }

    private static void WriteHeader(Span<byte> header)
    {
        header[76..].Fill(0xFF);
        BinaryPrimitives.WriteUInt64LittleEndian(header, 0xE11AB1A1E011CFD0);
        (header[24], header[26], header[28], header[29], header[30], header[32]) = (0x3E, 3, 0xFE, 0xFF, 9, 6);
        Write(header, 44, 1);
        Write(header, 48, 1);
        Write(header, 56, StreamMin);
        Write(header, 60, End);
        Write(header, 68, End);
        Write(header, 76, 0);
    }

    private static void WriteTable(Span<byte> table, int sectors)
    {
        table.Fill(0xFF);
        Write(table, 0, 0xFFFFFFFD);
        Write(table, 4, End);
        for (var i = 0; i < sectors; i++)
        {
            Write(table, (FirstOfStream + i) * 4, i == sectors - 1 ? End : (uint)(FirstOfStream + i + 1));
        }
    }

    private static void WriteEntry(Span<byte> entry, string name, byte kind, uint first, uint length)
    {
        Encoding.Unicode.GetBytes(name, entry);
        (entry[64], entry[66]) = ((byte)((name.Length + 1) * 2), kind);
        Write(entry, 68, Free);
        Write(entry, 72, Free);
        Write(entry, 76, kind == 5 ? 1 : Free);
        Write(entry, 116, first);
        Write(entry, 120, length);
    }

    private static void Write(Span<byte> bytes, int at, uint value) =>
        BinaryPrimitives.WriteUInt32LittleEndian(bytes[at..], value);
}
