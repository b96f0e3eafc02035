namespace Orchestrator.Runner.Artifacts;

/// <summary>
/// Files and folders that only their owner may read: 0600, 0700 (on Windows the folder's own rights).
/// </summary>
public static class PrivateFiles
{
    /// <summary>Creates the folder with what is missing above it; the last one is the owner's alone.</summary>
    public static DirectoryInfo CreateFolder(string folder) => OperatingSystem.IsWindows()
        ? Directory.CreateDirectory(folder)
        : Directory.CreateDirectory(folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);

    /// <summary>Creates or empties a file that is the owner's alone.</summary>
    public static FileStream CreateFile(string file) => Create(file, FileMode.Create);

    /// <summary>
    /// Writes a file so that a reader sees the old content or the new, never half of it: beside it, to disk, renamed.
    /// </summary>
    public static void WriteWhole(string file, Action<Stream> write)
    {
        // A name that nobody has: what stands beside it is somebody's, or a link to what is.
        var beside = Path.Combine(Path.GetDirectoryName(file)!, $"{Guid.NewGuid():N}.new");
        try
        {
            using (var stream = Create(beside, FileMode.CreateNew))
            {
                write(stream);
                stream.Flush(flushToDisk: true);
            }

            File.Move(beside, file, overwrite: true);
        }
        catch
        {
            File.Delete(beside);
            throw;
        }
    }

    private static FileStream Create(string file, FileMode mode)
    {
        var options = new FileStreamOptions { Mode = mode, Access = FileAccess.Write, Share = FileShare.Read };
        if (!OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        }

        return new FileStream(file, options);
    }
}
