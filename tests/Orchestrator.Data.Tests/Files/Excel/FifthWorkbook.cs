using System.Text;

namespace Orchestrator.Data.Tests.Files.Excel;

/// <summary>
/// A workbook as Excel 5 wrote it, record by record: several sheets, each with rows of texts and errors.
/// </summary>
internal static class FifthWorkbook
{
    /// <summary>The records, as they stand in a compound file.</summary>
    /// <param name="sheets">Name, whether it is hidden, and its rows.</param>
    public static byte[] Of(params (string Name, bool IsHidden, string[][] Rows)[] sheets)
    {
        var parts = sheets.Select(sheet => Sheet(sheet.Rows)).ToArray();
        var start = Globals(sheets, parts, 0).Length;
        return [.. Globals(sheets, parts, start), .. parts.SelectMany(part => part)];
    }

    private static byte[] Globals((string Name, bool IsHidden, string[][] Rows)[] sheets, byte[][] parts, int start)
    {
        var bytes = new List<byte>(
            [.. Record(0x0809, [0, 5, 5, 0, 0, 0, 0, 0]), .. Record(0x42, BitConverter.GetBytes((ushort)1252))]);
        for (var i = 0; i < sheets.Length; i++)
        {
            var at = start + parts.Take(i).Sum(part => part.Length);
            bytes.AddRange(Record(0x85,
            [
                .. BitConverter.GetBytes(at), (byte)(sheets[i].IsHidden ? 1 : 0), 0, (byte)sheets[i].Name.Length,
                .. Encoding.ASCII.GetBytes(sheets[i].Name),
            ]));
        }

        return [.. bytes, .. Record(0x0A, [])];
    }

    private static byte[] Sheet(string[][] rows) =>
    [
        .. Record(0x0809, [0, 5, 0x10, 0, 0, 0, 0, 0]),
        .. rows.SelectMany((row, i) => row.SelectMany((text, column) => Cell(i, column, text))),
        .. Record(0x0A, []),
    ];

    // #N/A stands for that error, and with a sign before it for a formula that has it as its result.
    private static byte[] Cell(int row, int column, string text)
    {
        byte[] at = [.. BitConverter.GetBytes((ushort)row), .. BitConverter.GetBytes((ushort)column), 0, 0];
        return text switch
        {
            "#N/A" => Record(0x0205, [.. at, 42, 1]),
            "=#N/A" => Record(0x0006, [.. at, 2, 0, 42, 0, 0, 0, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0]),
            _ => Record(0x0204,
                [.. at, .. BitConverter.GetBytes((ushort)text.Length), .. Encoding.ASCII.GetBytes(text)]),
        };
    }

    private static byte[] Record(ushort kind, byte[] content) =>
        [.. BitConverter.GetBytes(kind), .. BitConverter.GetBytes((ushort)content.Length), .. content];
}
