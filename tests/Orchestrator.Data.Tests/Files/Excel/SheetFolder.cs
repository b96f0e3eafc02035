using Orchestrator.Data.Files;

namespace Orchestrator.Data.Tests.Files.Excel;

/// <summary>A folder of workbooks, which are read as a load reads them.</summary>
internal sealed class SheetFolder : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("orchestrator-sheets-").FullName;

    /// <summary>What the last reading warned of.</summary>
    public IReadOnlyList<string> Warnings { get; private set; } = [];

    /// <summary>What the files of the last reading were.</summary>
    public IReadOnlyList<FileStamp> Opened { get; private set; } = [];

    /// <summary>Path of a file.</summary>
    public string At(string file) => Path.Combine(_folder, file);

    /// <summary>Writes a workbook and reads it: the header and each row, with `|` between values and ∅ for NULL.
    /// </summary>
    public string[] Read(byte[] book, string? sheet = null, string? range = null, string file = "book.xlsx")
    {
        File.WriteAllBytes(At(file), book);
        return Read(new SourceFiles { Folder = _folder, Pattern = file, Format = Format(sheet, range) });
    }

    /// <summary>Reads files that are there.</summary>
    public string[] Read(SourceFiles source)
    {
        using var reader = new FileRowReader(source with { Folder = _folder });
        using var pool = new RowBatchPool(new MemoryBudget(1 << 26), reader.Columns);
        var rows = new List<string> { string.Join('|', reader.Columns.Select(column => column.Name)) };
        for (var isMore = true; isMore;)
        {
            using var batch = pool.Rent(CancellationToken.None);
            isMore = reader.Read(batch, CancellationToken.None);
            for (var row = 0; row < batch.Count; row++)
            {
                rows.Add(string.Join('|', Reading.Row(batch, row).Select(value => value ?? "∅")));
            }
        }

        (Warnings, Opened) = (reader.Warnings, reader.Opened);
        return [.. rows];
    }

    /// <summary>What is refused of a workbook.</summary>
    public DataRefusedException Refused(
        byte[] book, string? sheet = null, string? range = null, string file = "book.xlsx") =>
        Assert.Throws<DataRefusedException>(() => Read(book, sheet, range, file))!;

    public static TextFormat Format(string? sheet = null, string? range = null) => new()
    {
        Style = TextStyle.Excel,
        Sheet = sheet,
        Range = range is null ? Core.SheetRange.All
            : Core.SheetRange.TryParse(range, out var parsed) ? parsed
            : throw new ArgumentException($"'{range}' is no range", nameof(range)),
    };

    public void Dispose() => Directory.Delete(_folder, recursive: true);
}
