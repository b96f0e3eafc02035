namespace Orchestrator.Data.Files.Tasks;

/// <summary>A folder of a connection, open for what tasks do with its files. Nothing outside it is touched.</summary>
public sealed class TaskFolder : IDisposable
{
    private readonly string _folder;

    /// <summary>Opens it.</summary>
    /// <param name="folder">Its full path.</param>
    /// <exception cref="DataRefusedException">There is none.</exception>
    public TaskFolder(string folder) => (_folder, Root) = (folder, new FileFolder(folder));

    internal FileFolder Root { get; }

    /// <summary>
    /// The files that a pattern (`*`, `?` in the name, with `/`) stands for, in ordinal order, as names below it.
    /// </summary>
    /// <param name="pattern">The pattern, or a name.</param>
    /// <param name="ignoreCase">Whether upper and lower case are one in the name of a file.</param>
    /// <exception cref="DataRefusedException">The pattern leads out of it.</exception>
    public IReadOnlyList<string> Find(string pattern, bool ignoreCase = false) => Root.Find(pattern, ignoreCase);

    /// <summary>Opens a file for reading forwards.</summary>
    /// <exception cref="DataRefusedException">It lies outside, or cannot be opened.</exception>
    public Stream Open(string file, CancellationToken cancellation) => Root.Open(file, cancellation: cancellation);

    /// <summary>What a file is now, without its hash; null = it is not there.</summary>
    /// <exception cref="DataRefusedException">It lies outside.</exception>
    public FileStamp? StampOf(string file) => Root.Find(file, found => StampOf(file, found));

    /// <summary>Makes a folder below it, with those above that are missing; it may be there.</summary>
    /// <exception cref="DataRefusedException">It lies outside.</exception>
    /// <exception cref="IOException">A file has its name.</exception>
    public void MakeFolder(string name) => CrashPoint.Around("file.folder", () =>
    {
        // A file in it need not be there, but all folders above are.
        using var made = Root.Hold($"{name}/made", make: true);
    });

    /// <summary>Removes a file, if it is there.</summary>
    /// <exception cref="DataRefusedException">It lies outside, or is a link.</exception>
    public void Delete(string file)
    {
        RefuseLink(file);
        using var held = Root.Hold(file);
        CrashPoint.Around("file.deleted", () => File.Delete(held.Path));
    }

    /// <summary>Refuses a file that is a link: what would go is what it leads to.</summary>
    /// <exception cref="DataRefusedException">It is one.</exception>
    public void RefuseLink(string file)
    {
        if (new FileInfo(Path.Combine(_folder, file)).LinkTarget is not null)
        {
            throw new DataRefusedException("ORC3102", $"'{file}' is a link, and a link is neither moved nor deleted. "
                + "Name the file that it leads to.")
            { File = file };
        }
    }

    /// <inheritdoc />
    public void Dispose() => Root.Dispose();

    internal static FileStamp StampOf(string file, FileInfo found) =>
        new(file, found.Length, found.LastWriteTimeUtc, "");
}
