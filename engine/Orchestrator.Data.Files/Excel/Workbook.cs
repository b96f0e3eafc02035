using System.Buffers.Binary;
using System.IO.Compression;
using System.Security.Cryptography;
using System.Text;
using System.Xml;
using ExcelDataReader;
using ExcelDataReader.Exceptions;
using Orchestrator.Core;

namespace Orchestrator.Data.Files.Excel;

/// <summary>
/// An open workbook and the sheet of it that is read. Whatever the library throws at a damaged one becomes an
/// <see cref="InvalidDataException"/>.
/// </summary>
internal sealed class Workbook : IDisposable
{
    private const int Buffered = 1 << 16;
    private const int HeadLength = 76;
    private const int NamesMax = 10;
    private const int OldColumnsMax = 256;
    private const long OldMax = 256L << 20;

    private readonly IExcelDataReader _reader;
    private readonly bool _hidesValues;
    private readonly Dictionary<int, bool> _dates = [];

    private Workbook(IExcelDataReader reader, bool hidesValues, string sheet, int columnsMax)
    {
        (_reader, _hidesValues, Sheet) = (reader, hidesValues, sheet);
        // An old workbook may say that it has more than it can have.
        Columns = Math.Min(reader.FieldCount, columnsMax);
    }

    /// <summary>Name of the sheet.</summary>
    public string Sheet { get; }

    /// <summary>Columns that it has.</summary>
    public int Columns { get; }

    /// <summary>What it has shown; null = nothing can be seen of it, as of an old one that is encrypted.</summary>
    public SheetReview? Review { get; private init; }

    /// <summary>Whether its dates count from 1904, as far as it says so here.</summary>
    public bool IsLate { get; private init; }

    /// <summary>What is read of the sheet.</summary>
    public SheetRange Range { get; private init; } = SheetRange.All;

    /// <summary>Opens a workbook, and the sheet that the format names.</summary>
    /// <exception cref="DataRefusedException">It is none, or has no such sheet.</exception>
    /// <exception cref="InvalidDataException">It is damaged.</exception>
    public static Workbook Open(Stream raw, string file, SourceFiles source, CancellationToken cancellation)
    {
        // Old workbooks have texts in code pages; a provider that is known is not added again.
        Encoding.RegisterProvider(CodePagesEncodingProvider.Instance);
        var bytes = new BufferedStream(new WorkbookStream(raw, cancellation), Buffered);
        var head = new byte[HeadLength];
        var length = ReadOnlyStream.ReadFully(bytes, head);
        bytes.Position = 0;
        return Guarded(() => head.AsSpan(0, length) switch
        {
            [(byte)'P', (byte)'K', ..] => OpenPacked(bytes, file, source),
            [0x1F, 0x8B, ..] => throw NoWorkbook(file, "is packed as gzip, and a workbook is not read from its "
                + "beginning to its end", "Unpack it: what is in it is packed anyway"),
            [(byte)'<' or 0xEF or 0xFE or 0xFF, ..] => throw NoWorkbook(file,
                "is text, as pages of HTML are that some programs call xls", "Have it written as xlsx or csv"),
            _ => OpenOld(bytes, head.AsSpan(0, length), file, source),
        }, source.HideValues);
    }

    /// <summary>Goes on to the next row; false = there is none.</summary>
    public bool Next() => Guarded(_reader.Read, _hidesValues);

    /// <summary>The value of a cell of the row; null = it has none.</summary>
    /// <param name="column">Its column, from 1.</param>
    public object? Value(int column) => column <= Columns && _reader.GetValue(column - 1) is not "" and var value
        ? value : null;

    /// <summary>The text of the format of a cell.</summary>
    public string Format(int column) => _reader.GetNumberFormatString(column - 1) ?? "";

    /// <summary>Whether the format of a cell is one of a date, which the library does not know of each.</summary>
    public bool IsDate(int column)
    {
        var number = _reader.GetNumberFormatIndex(column - 1);
        if (!_dates.TryGetValue(number, out var isDate))
        {
            isDate = CellFormat.IsDate(number, Format(column));
            _dates.Add(number, isDate);
        }

        return isDate;
    }

    /// <inheritdoc />
    public void Dispose() => _reader.Dispose();

    /// <summary>A file that no workbook can be read from.</summary>
    public static DataRefusedException NoWorkbook(string file, string why, string remedy) => new(
        "ORC3130", $"{file}: the file {why}. {remedy}.")
    { File = file };

    private static Workbook OpenPacked(Stream bytes, string file, SourceFiles source)
    {
        IReadOnlyList<SheetEntry> sheets;
        int place;
        bool isLate;
        SheetReview? review = null;
        TextFormat format;
        using (var zip = new ZipArchive(bytes, ZipArchiveMode.Read, leaveOpen: true))
        {
            var packed = new PackedWorkbook(zip, file, source.Limits.Expanded);
            sheets = packed.Sheets();
            isLate = packed.IsLate;
            packed.CheckShared();
            format = NamedRange.Of(packed.Ranges, sheets, file, source.Format);
            place = Choose(sheets, file, format);
            // The library reads those before it, too.
            foreach (var sheet in sheets.Take(place + 1))
            {
                review = packed.Review(sheet, format.Range);
            }
        }

        bytes.Position = 0;
        var reader = ExcelReaderFactory.CreateOpenXmlReader(bytes);
        GoTo(reader, place);
        return new Workbook(reader, source.HideValues, sheets[place].Name, SheetRange.ColumnsMax)
        {
            Review = review,
            IsLate = isLate,
            Range = format.Range,
        };
    }

    private static Workbook OpenOld(Stream bytes, ReadOnlySpan<byte> head, string file, SourceFiles source)
    {
        RefuseOddChains(head, bytes.Length, file);
        var reader = Opened(bytes, file);
        var sheets = new List<SheetEntry>();
        do
        {
            sheets.Add(new SheetEntry(reader.Name ?? "", reader.VisibleState == "visible"));
        }
        while (reader.NextResult());
        reader.Reset();
        var place = Choose(sheets, file, source.Format);
        GoTo(reader, place);
        return new Workbook(reader, source.HideValues, sheets[place].Name, OldColumnsMax)
        {
            Review = OldReview.Of(bytes, place, source.Format.Range),
            Range = source.Format.Range,
        };
    }

    private static IExcelDataReader Opened(Stream bytes, string file)
    {
        try
        {
            return ExcelReaderFactory.CreateBinaryReader(bytes);
        }
        catch (HeaderException)
        {
            throw NoWorkbook(file, "is no workbook of Excel", "Correct `format` of the object, or have it written as "
                + "xlsx");
        }
        catch (InvalidPasswordException)
        {
            throw NoWorkbook(file, "is protected by a password", "Save it without");
        }
        catch (ExcelReaderException problem) when (problem is not CompoundDocumentException)
        {
            throw NoWorkbook(file, "holds no workbook that can be read, as one that is protected by a password does "
                + "not", "Save it without, as xlsx");
        }
    }

    // What the library would take room for by what the first bytes say, without looking at the file.
    private static void RefuseOddChains(ReadOnlySpan<byte> head, long length, string file)
    {
        const int usualDirectories = 109;
        const int sectorsOfOne = 128;
        if (length > OldMax)
        {
            throw new DataRefusedException("ORC3107", $"{file}: a workbook of xls has at most {OldMax:N0} bytes here. "
                + "Save it as xlsx.")
            { File = file };
        }

        if (head.Length < HeadLength || head[0] != 0xD0 || head[1] != 0xCF)
        {
            return;
        }

        var (sector, mini) = (BinaryPrimitives.ReadUInt16LittleEndian(head[30..]),
            BinaryPrimitives.ReadUInt16LittleEndian(head[32..]));
        var chained = BinaryPrimitives.ReadInt32LittleEndian(head[72..]);
        var chainedMax = (length / (512 * sectorsOfOne) / (sectorsOfOne - 1)) + 1;
        if (sector is not (9 or 12) || mini != 6 || chained > chainedMax)
        {
            throw new InvalidDataException($"the workbook says of itself what cannot be (more than {usualDirectories} "
                + "tables of sectors, or sectors of another size)");
        }
    }

    private static int Choose(IReadOnlyList<SheetEntry> sheets, string file, TextFormat format)
    {
        bool isMeant(SheetEntry sheet) => format.Sheet is null
            ? sheet.IsOffered
            : sheet.Name.Equals(format.Sheet, StringComparison.OrdinalIgnoreCase);
        int[] found = [.. sheets.Index().Where(sheet => isMeant(sheet.Item)).Select(sheet => sheet.Index)];
        if (found.Length == 1)
        {
            return found[0];
        }

        var names = Words.First(NamesMax,
            sheets.Select(sheet => $"'{ShownText.Of(Encoding.UTF8.GetBytes(sheet.Name))}'"));
        throw new DataRefusedException("ORC3131", format.Sheet is null
            ? $"{file}: {Words.Count(found.Length, "sheet")} of it can be seen, and the format names none: {names}. "
                + "Write `sheet: NAME` in the format."
            : $"{file}: there is no sheet '{format.Sheet}', nor a range of xlsx that is called so: {names}. Correct "
                + "`sheet` of the format.")
        { File = file };
    }

    private static void GoTo(IExcelDataReader reader, int place)
    {
        while (place-- > 0)
        {
            reader.NextResult();
        }
    }

    // What a library says may quote a value.
    private static T Guarded<T>(Func<T> read, bool hidesValues)
    {
        try
        {
            return read();
        }
        catch (Exception problem) when (IsDamage(problem))
        {
            throw hidesValues ? new InvalidDataException("the workbook cannot be read")
                : new InvalidDataException($"the workbook cannot be read ({problem.Message.TrimEnd('.')})", problem);
        }
    }

    // What a library throws that trusts what it reads.
    private static bool IsDamage(Exception problem) => problem is ExcelReaderException or XmlException
        or ArgumentException or FormatException or ArithmeticException or IndexOutOfRangeException
        or InvalidOperationException or NullReferenceException or InvalidCastException or KeyNotFoundException
        or NotSupportedException or CryptographicException or OutOfMemoryException;
}
