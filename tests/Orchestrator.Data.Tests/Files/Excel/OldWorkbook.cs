using System.Text;

namespace Orchestrator.Data.Tests.Files.Excel;

/// <summary>A workbook as Excel 2 wrote it, record by record: one sheet, texts in a code page.</summary>
internal sealed class OldWorkbook(int codePage = 1252)
{
    private readonly List<byte> _bytes = [];

    private Encoding Texts => CodePagesEncodingProvider.Instance.GetEncoding(codePage)!;

    public OldWorkbook Text(int row, int column, string text)
    {
        var bytes = Texts.GetBytes(text);
        return Cell(0x04, row, column, 0, [(byte)bytes.Length, .. bytes]);
    }

    public OldWorkbook Number(int row, int column, double value, byte format = 0) =>
        Cell(0x03, row, column, format, BitConverter.GetBytes(value));

    public OldWorkbook Whole(int row, int column, ushort value) =>
        Cell(0x02, row, column, 0, BitConverter.GetBytes(value));

    /// <summary>A truth, or where it is an error that error.</summary>
    public OldWorkbook Truth(int row, int column, byte value, bool isError = false) =>
        Cell(0x05, row, column, 0, [value, (byte)(isError ? 1 : 0)]);

    /// <summary>Says that dates count from 1904.</summary>
    public OldWorkbook Late() => Add(0x22, [1, 0]);

    /// <summary>Has a password.</summary>
    public OldWorkbook Locked() => Add(0x2F, [1, 2, 3, 4]);

    /// <summary>The file.</summary>
    public byte[] Bytes()
    {
        var head = new OldWorkbook(codePage).Add(0x09, [2, 0, 0x10, 0])
            .Add(0x42, BitConverter.GetBytes((ushort)codePage));
        return [.. head._bytes, .. _bytes, 0x0A, 0, 0, 0];
    }

    private OldWorkbook Cell(ushort kind, int row, int column, byte format, byte[] value) => Add(kind,
    [
        .. BitConverter.GetBytes((ushort)row), .. BitConverter.GetBytes((ushort)column), 0, format, 0, .. value,
    ]);

    private OldWorkbook Add(ushort kind, byte[] content)
    {
        _bytes.AddRange(BitConverter.GetBytes(kind));
        _bytes.AddRange(BitConverter.GetBytes((ushort)content.Length));
        _bytes.AddRange(content);
        return this;
    }
}
