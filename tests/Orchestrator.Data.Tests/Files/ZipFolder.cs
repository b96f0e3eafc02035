using Orchestrator.Data.Files;

namespace Orchestrator.Data.Tests.Files;

/// <summary>A folder of zip files, whose members are read as a load reads them.</summary>
internal sealed class ZipFolder : IDisposable
{
    public string Path { get; } = Directory.CreateTempSubdirectory("orchestrator-zips-").FullName;

    /// <summary>What the last reading warned of.</summary>
    public IReadOnlyList<string> Warnings { get; private set; } = [];

    /// <summary>What the files of the last reading were.</summary>
    public IReadOnlyList<FileStamp> Opened { get; private set; } = [];

    /// <summary>The file of each row of the last reading.</summary>
    public IReadOnlyList<string> Names { get; private set; } = [];

    public string At(string file) => System.IO.Path.Combine(Path, file);

    public void Write(string file, byte[] zip) => File.WriteAllBytes(At(file), zip);

    public SourceFiles Source(string member = "*.csv", string pattern = "*.zip") =>
        new() { Folder = Path, Pattern = pattern, Member = member };

    /// <summary>Writes one and reads it: each row, with `|` between values and ∅ for NULL.</summary>
    public string[] Read(byte[] zip, string member = "*.csv")
    {
        Write("a.zip", zip);
        return Read(Source(member));
    }

    /// <summary>Reads files that are there.</summary>
    public string[] Read(SourceFiles source, int batchBytes = RowBatchPool.DefaultBytes)
    {
        using var reader = new FileRowReader(source);
        using var pool = new RowBatchPool(new MemoryBudget(1 << 26), reader.Columns, batchBytes);
        var (rows, names) = (new List<string>(), new List<string>());
        for (var isMore = true; isMore;)
        {
            using var batch = pool.Rent(CancellationToken.None);
            isMore = reader.Read(batch, CancellationToken.None);
            for (var row = 0; row < batch.Count; row++)
            {
                rows.Add(string.Join('|', Reading.Row(batch, row).Select(value => value ?? "∅")));
                names.Add($"{batch.File} {batch.RowNumber(row)}");
            }
        }

        (Warnings, Opened, Names) = (reader.Warnings, reader.Opened, names);
        return [.. rows];
    }

    public DataRefusedException Refused(byte[] zip, string member = "*.csv")
    {
        Write("a.zip", zip);
        return Refused(Source(member));
    }

    public DataRefusedException Refused(SourceFiles source) =>
        Assert.Throws<DataRefusedException>(() => Read(source))!;

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
