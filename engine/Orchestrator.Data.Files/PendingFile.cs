using System.Globalization;

namespace Orchestrator.Data.Files;

/// <summary>
/// A file on its way: written under a name of its own beside the one that it is for, and renamed at the end. While it
/// is open nobody else can have it open, so that one left by a killed process is told from one that is alive.
/// </summary>
internal sealed class PendingFile : IDisposable
{
    private const string Ending = ".loading";
    private const int MarkLength = 8;

    private readonly string _path;
    private readonly string _pending;
    private bool _isPublished;

    /// <summary>Removes what was left behind for the same name, and makes the file.</summary>
    /// <exception cref="DataRefusedException">Somebody else is writing the file, or it cannot be made.</exception>
    public PendingFile(string path, string name, long attempt)
    {
        var folder = Path.GetDirectoryName(path)!;
        _path = path;
        _pending = Path.Combine(folder, string.Create(CultureInfo.InvariantCulture,
            $".{Path.GetFileName(path)}.{attempt}-{Guid.NewGuid().ToString("N")[..MarkLength]}{Ending}"));
        try
        {
            Directory.CreateDirectory(folder);
            Sweep(folder, Path.GetFileName(path), name);
            Stream = new FileStream(_pending, new FileStreamOptions
            {
                Mode = FileMode.CreateNew,
                Access = FileAccess.Write,
                Share = FileShare.None,
                BufferSize = 0,
            });
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            throw new DataRefusedException("ORC3451", $"{name}: cannot be written: {problem.Message}", problem)
            { File = name };
        }
    }

    /// <summary>Where to write.</summary>
    public FileStream Stream { get; }

    /// <summary>
    /// Puts it, whole and on the disk, in the place of what had its name. The length is that which was written.
    /// </summary>
    /// <exception cref="IOException">It cannot be put there.</exception>
    public void Publish(long length)
    {
        if (new FileInfo(_pending) is var found && (!found.Exists || found.Length != length))
        {
            throw new IOException($"The file '{_pending}' is not what was written: somebody else changed it.");
        }

        if (!OperatingSystem.IsWindows() && File.Exists(_path))
        {
            File.SetUnixFileMode(_pending, File.GetUnixFileMode(_path));
        }

        CrashPoint.Around("file.renamed", () => File.Move(_pending, _path, overwrite: true));
        _isPublished = true;
    }

    public void Dispose()
    {
        Stream.Dispose();
        if (!_isPublished)
        {
            File.Delete(_pending);
        }
    }

    private static void Sweep(string folder, string file, string name)
    {
        foreach (var left in Directory.EnumerateFiles(folder).Where(path => IsOf(Path.GetFileName(path), file)))
        {
            try
            {
                using var alone = new FileStream(left, FileMode.Open, FileAccess.ReadWrite, FileShare.Delete);
                File.Delete(left);
            }
            catch (FileNotFoundException)
            {
                // Its writer has just ended.
            }
            catch (IOException)
            {
                throw new DataRefusedException("ORC3452", $"{name}: another load is writing this file. Run it again "
                    + "once that has ended, or give one of them another `target`.")
                { File = name };
            }
        }
    }

    private static bool IsOf(string found, string file)
    {
        var head = $".{file}.";
        if (!found.StartsWith(head, StringComparison.Ordinal) || !found.EndsWith(Ending, StringComparison.Ordinal)
            || found.Length < head.Length + Ending.Length)
        {
            return false;
        }

        var mark = found[head.Length..^Ending.Length].Split('-');
        return mark.Length == 2 && mark[0].Length > 0 && mark[0].All(char.IsAsciiDigit)
            && mark[1].Length == MarkLength && mark[1].All(char.IsAsciiHexDigitLower);
    }
}
