namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>A file or a pattern below a folder.</summary>
/// <param name="Folder">The folder, with `/`; empty = none is said.</param>
/// <param name="Name">What lies in it.</param>
internal readonly record struct FilePlace(string Folder, string Name)
{
    private const string Placeholder = "${";

    /// <summary>The place of a path as Windows or anybody else writes it.</summary>
    public static FilePlace Of(string path)
    {
        var plain = path.Trim().Replace('\\', '/');
        var end = plain.TrimEnd('/').LastIndexOf('/');
        return end < 0 ? new("", plain.TrimEnd('/')) : new(plain[..end], plain.TrimEnd('/')[(end + 1)..]);
    }

    /// <summary>The place of a folder itself.</summary>
    public static string FolderOf(string path) =>
        path.Trim().Replace('\\', '/').TrimEnd('/') is { Length: > 0 } folder ? folder : ".";

    /// <summary>Whether only the run knows in which folder it lies.</summary>
    public bool IsOpen => Folder.Contains(Placeholder, StringComparison.Ordinal);
}
