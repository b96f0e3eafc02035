using System.Buffers.Binary;
using Orchestrator.Core;

namespace Orchestrator.Data.Files.Excel;

/// <summary>Finds the errors in a sheet of an old workbook, of which a library says nothing.</summary>
internal static class OldReview
{
    private const int Eof = 0x0A;
    private const int FirstOfBiff2 = 0x09;
    private const int FilePass = 0x2F;
    private const int BoundSheet = 0x85;
    private const int ErrorResult = 2;
    private const int Sheet = 0x10;

    /// <summary>Looks through a sheet; null = nothing can be seen of it, as where it is encrypted.</summary>
    /// <param name="bytes">The file.</param>
    /// <param name="place">Which of its sheets with rows, from 0.</param>
    /// <param name="range">What is read of it.</param>
    /// <exception cref="InvalidDataException">It is cut off.</exception>
    public static SheetReview? Of(Stream bytes, int place, SheetRange range)
    {
        if (OldRecords.Find(bytes) is not { } records || Starts(records, out var isBiff2) is not { } starts
            || place >= starts.Count)
        {
            return null;
        }

        var review = new SheetReview(range);
        records.At = starts[place];
        records.Next(out _, out _);
        while (records.Next(out var kind, out var content) && kind != Eof && !IsBeginning(kind))
        {
            if (content.Length > 4 && IsError(kind, content, isBiff2))
            {
                review.AddError(
                    BinaryPrimitives.ReadUInt16LittleEndian(content[2..]) + 1,
                    BinaryPrimitives.ReadUInt16LittleEndian(content) + 1);
            }
        }

        return review;
    }

    // Where each sheet begins; a workbook before Excel 5 is one.
    private static List<long>? Starts(OldRecords records, out bool isBiff2)
    {
        var starts = new List<long>();
        isBiff2 = false;
        if (!records.Next(out var first, out var head) || head.Length < 4)
        {
            return null;
        }

        isBiff2 = first == FirstOfBiff2;
        if (BinaryPrimitives.ReadUInt16LittleEndian(head[2..]) == Sheet)
        {
            starts.Add(0);
        }

        while (records.Next(out var kind, out var content) && kind != Eof)
        {
            if (kind == FilePass)
            {
                return null;
            }

            if (kind == BoundSheet && content.Length > 6 && content[5] == 0)
            {
                starts.Add(BinaryPrimitives.ReadUInt32LittleEndian(content));
            }
        }

        return starts;
    }

    private static bool IsBeginning(int kind) => kind is FirstOfBiff2 or 0x0209 or 0x0409 or 0x0809;

    private static bool IsError(int kind, ReadOnlySpan<byte> cell, bool isBiff2) => kind switch
    {
        0x0005 => cell.Length > 8 && cell[8] != 0,
        0x0205 => cell.Length > 7 && cell[7] != 0,
        // Excel 2 wrote results in another way, which the library takes for numbers.
        0x0006 => !isBiff2 && IsErrorResult(cell),
        0x0206 or 0x0406 => IsErrorResult(cell),
        _ => false,
    };

    // A result that is no number ends in these bytes.
    private static bool IsErrorResult(ReadOnlySpan<byte> cell) =>
        cell.Length > 13 && cell[6] == ErrorResult && cell[12] == 0xFF && cell[13] == 0xFF;
}
