namespace Orchestrator.Ssis.Xml;

/// <summary>How much is read before something is refused: what is read was written by others.</summary>
internal sealed record ReadingBounds
{
    public static ReadingBounds Default { get; } = new();

    /// <summary>Bytes of one file, and of one entry of an archive.</summary>
    public long FileBytesMax { get; init; } = 64 * 1024 * 1024;

    /// <summary>Characters of one text or attribute.</summary>
    public int TextMax { get; init; } = 16 * 1024 * 1024;

    /// <summary>Elements within elements. A container takes two.</summary>
    public int DepthMax { get; init; } = 400;

    /// <summary>Elements, texts and attributes of one file.</summary>
    public int NodesMax { get; init; } = 4_000_000;

    /// <summary>Entries of one archive.</summary>
    public int EntriesMax { get; init; } = 10_000;

    /// <summary>Bytes of all entries of one archive.</summary>
    public long ArchiveBytesMax { get; init; } = 512 * 1024 * 1024;

    /// <summary>How many times larger than its packed bytes an entry of more than a megabyte may be.</summary>
    public int RatioMax { get; init; } = 200;

    /// <summary>Files of all paths.</summary>
    public int FilesMax { get; init; } = 50_000;

    /// <summary>Folders within folders.</summary>
    public int FoldersMax { get; init; } = 64;
}
