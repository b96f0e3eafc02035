namespace Orchestrator.Data;

/// <summary>Folders that only their owner may write into, whatever the umask says (on Windows the rights that the
/// folder above hands on).</summary>
public static class OwnedFolder
{
    private const UnixFileMode Owner = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;

    /// <summary>
    /// Makes the folder with what is missing above it: all of these are the owner's alone, as who may write into one
    /// could put another in the place of what is below. What is there stays as it is.
    /// </summary>
    /// <param name="folder">Its path.</param>
    /// <param name="forGroup">Whether its group may read it.</param>
    public static DirectoryInfo Make(string folder, bool forGroup = false)
    {
        var full = Path.GetFullPath(folder);
        if (OperatingSystem.IsWindows() || Directory.Exists(full))
        {
            return Directory.CreateDirectory(full);
        }

        if (Path.GetDirectoryName(full) is { } above)
        {
            Make(above, forGroup);
        }

        return Directory.CreateDirectory(
            full, forGroup ? Owner | UnixFileMode.GroupRead | UnixFileMode.GroupExecute : Owner);
    }
}
