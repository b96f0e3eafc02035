namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>A file or a pattern below a folder that is known before the run.</summary>
/// <param name="Folder">The folder, with `/`; empty = none is said.</param>
/// <param name="Name">What lies in it, behind folders whose names only the run knows.</param>
internal readonly record struct FilePlace(string Folder, string Name)
{
    private const string Placeholder = "${";

    /// <summary>The place of a path as Windows or anybody else writes it.</summary>
    public static FilePlace Of(string path)
    {
        var plain = path.Trim().Replace('\\', '/').TrimEnd('/');
        var known = plain.IndexOf(Placeholder, StringComparison.Ordinal) is var open and >= 0 ? plain[..open] : plain;
        var end = known.LastIndexOf('/');
        return end < 0 ? new("", plain) : new(plain[..end], plain[(end + 1)..]);
    }

    /// <summary>The place of a folder itself; what only the run knows of it stands behind.</summary>
    public static FilePlace OfFolder(string path) =>
        path.Contains(Placeholder, StringComparison.Ordinal) ? Of(path) : new(FolderOf(path), "");

    /// <summary>A folder that is known.</summary>
    public static string FolderOf(string path) =>
        path.Trim().Replace('\\', '/').TrimEnd('/') is { Length: > 0 } folder ? folder : ".";

    /// <summary>Whether only the run knows where it lies.</summary>
    public bool IsOpen => Folder.Length == 0 && Name.StartsWith(Placeholder, StringComparison.Ordinal);

    /// <summary>The folders below the known one, and the name in the last of them.</summary>
    public (string Below, string Last) Parts => Name.LastIndexOf('/') is var end and >= 0
        ? (Name[..end], Name[(end + 1)..]) : ("", Name);
}
