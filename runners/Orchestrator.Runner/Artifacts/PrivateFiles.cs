using Orchestrator.Data;

namespace Orchestrator.Runner.Artifacts;

/// <summary>
/// Files and folders that only their owner may read: 0600, 0700 (on Windows the folder's own rights).
/// </summary>
public static class PrivateFiles
{
    private const string Ending = ".new";
    private const int TriedBytes = 1 << 14;

    private const UnixFileMode Owner = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    /// <summary>Creates the folder with what is missing above it, as <see cref="OwnedFolder.Make"/> does.</summary>
    public static DirectoryInfo CreateFolder(string folder) => OwnedFolder.Make(folder);

    /// <summary>Creates or empties a file that is the owner's alone.</summary>
    public static FileStream CreateFile(string file) => Create(file, FileMode.Create);

    /// <summary>Creates a file that is the owner's alone in a folder that others may write into.</summary>
    /// <exception cref="IOException">Something of its name is there, such as a link to somewhere else.</exception>
    public static FileStream CreateNewFile(string file) => Create(file, FileMode.CreateNew);

    /// <summary>Takes a file that is there, and no link, from everybody but its owner.</summary>
    public static void TakeFromOthers(string file)
    {
        if (!OperatingSystem.IsWindows() && new FileInfo(file).LinkTarget is null)
        {
            File.SetUnixFileMode(file, Owner);
        }
    }

    /// <summary>
    /// Writes a file so that a reader sees the old content or the new, never half of it: beside it, to disk, renamed.
    /// </summary>
    public static void WriteWhole(string file, Action<Stream> write)
    {
        // A name that nobody has: what stands beside it is somebody's, or a link to what is.
        var beside = Path.Combine(Path.GetDirectoryName(file)!, $"{Guid.NewGuid():N}{Ending}");
        try
        {
            using (var stream = Create(beside, FileMode.CreateNew))
            {
                write(stream);
                stream.Flush(flushToDisk: true);
            }

            CrashPoint.Around("artifacts.renamed", () => File.Move(beside, file, overwrite: true));
        }
        catch
        {
            File.Delete(beside);
            throw;
        }
    }

    /// <summary>Writes a little into a folder and takes it away again.</summary>
    /// <exception cref="IOException">It is read-only, or its disk is full.</exception>
    public static void Try(string folder)
    {
        var file = Path.Combine(folder, $"{Guid.NewGuid():N}{Ending}");
        try
        {
            using var stream = Create(file, FileMode.CreateNew);
            stream.Write(new byte[TriedBytes]);
        }
        finally
        {
            File.Delete(file);
        }
    }

    /// <summary>Removes what a process that died was about to put in the place of a file of that folder.</summary>
    public static void Sweep(string folder)
    {
        foreach (var left in Directory.EnumerateFiles(folder, $"*{Ending}"))
        {
            try
            {
                using var alone = new FileStream(left, FileMode.Open, FileAccess.ReadWrite, FileShare.None);
                File.Delete(left);
            }
            catch (IOException)
            {
                // Its writer is alive, or has just ended.
            }
        }
    }

    private static FileStream Create(string file, FileMode mode)
    {
        var options = new FileStreamOptions { Mode = mode, Access = FileAccess.Write, Share = FileShare.Read };
        if (!OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = Owner;
        }

        return new FileStream(file, options);
    }
}
