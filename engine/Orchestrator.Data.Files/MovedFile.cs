using System.Globalization;
using Microsoft.Win32.SafeHandles;

namespace Orchestrator.Data.Files;

/// <summary>Moves a file to another folder below the same one; what is there under its name stays.</summary>
public static class MovedFile
{
    private const int NamesMax = 100;

    /// <summary>Moves it, and returns where it lies since, as a name below the folder, when that is on disk.</summary>
    /// <param name="folder">The folder of both.</param>
    /// <param name="file">The file, below the folder.</param>
    /// <param name="into">Where to, below the folder; made where it is missing.</param>
    /// <param name="attempt">What tells it from another one of its name there.</param>
    /// <exception cref="DataRefusedException">One of them lies outside the folder, or the file is a link.</exception>
    /// <exception cref="IOException">It cannot be moved.</exception>
    /// <exception cref="UnauthorizedAccessException">That is not allowed.</exception>
    public static string Move(string folder, string file, string into, long attempt)
    {
        using var root = new FileFolder(folder);
        return Move(root, folder, file, into, attempt);
    }

    /// <summary>The same in a folder that is open.</summary>
    internal static string Move(FileFolder root, string folder, string file, string into, long attempt)
    {
        if (new FileInfo(Path.Combine(folder, file)).LinkTarget is not null)
        {
            throw IsLink(file);
        }

        using var from = root.Hold(file);
        if (new FileInfo(from.Path).LinkTarget is not null)
        {
            throw IsLink(file);
        }

        foreach (var place in Places(into, file, attempt))
        {
            using var to = root.Hold(place, make: true);
            if (!Path.Exists(to.Path) && TryMove(from, to))
            {
                return place;
            }
        }

        throw new IOException($"'{into}' holds {NamesMax} files that are called like '{file}'.");
    }

    /// <summary>The names that a file may have where it is moved to, the one to be preferred first.</summary>
    public static IEnumerable<string> Places(string into, string file, long attempt)
    {
        yield return $"{into}/{file}";
        var (ending, mark) = (Path.GetExtension(file), attempt.ToString(CultureInfo.InvariantCulture));
        var head = $"{into}/{file[..(file.Length - ending.Length)]}.{mark}";
        yield return head + ending;
        for (var i = 2; i < NamesMax; i++)
        {
            yield return string.Create(CultureInfo.InvariantCulture, $"{head}.{i}{ending}");
        }
    }

    private static DataRefusedException IsLink(string file) =>
        new("ORC3102", $"'{file}' is a link, and a link is not moved.");

    private static bool TryMove(HeldFile from, HeldFile to)
    {
        try
        {
            CrashPoint.Around("file.moved", () => File.Move(from.Path, to.Path, overwrite: false));
        }
        catch (IOException) when (Path.Exists(to.Path) && File.Exists(from.Path))
        {
            return false;
        }
        catch (FileNotFoundException gone)
        {
            throw new FileNotFoundException(from.Folder.Said(gone.Message), gone);
        }

        // Between two disks it was copied.
        using var moved = Opened(to.Path);
        if (moved is not null)
        {
            RandomAccess.FlushToDisk(moved);
        }

        return true;
    }

    private static SafeFileHandle? Opened(string path)
    {
        try
        {
            return File.OpenHandle(path, FileMode.Open,
                OperatingSystem.IsWindows() ? FileAccess.ReadWrite : FileAccess.Read, FileShare.ReadWrite);
        }
        catch (UnauthorizedAccessException)
        {
            // Read-only: there is nothing of it that this process could have left unwritten.
            return null;
        }
    }
}
