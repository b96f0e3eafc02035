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

    private readonly HeldFile _place;
    private readonly string _pending;
    private bool _isPublished;
    private bool _isDisposed;

    /// <summary>Removes what was left behind for the same name, and makes the file.</summary>
    /// <exception cref="DataRefusedException">Somebody else is writing the file, or it cannot be made.</exception>
    public PendingFile(HeldFile place, long attempt)
    {
        _place = place;
        _pending = place.Folder.At(string.Create(CultureInfo.InvariantCulture,
            $".{place.Name}.{attempt}-{Guid.NewGuid().ToString("N")[..MarkLength]}{Ending}"));
        try
        {
            Sweep(place);
            Stream = new FileStream(_pending, Options());
        }
        catch (Exception problem)
        {
            place.Dispose();
            if (problem is IOException or UnauthorizedAccessException)
            {
                throw CannotBeWritten(place.File, place.Folder.Said(problem.Message), problem);
            }

            throw;
        }
    }

    /// <summary>Begins a file below a folder.</summary>
    /// <exception cref="DataRefusedException">It lies outside, somebody else writes it, or it cannot be
    /// made.</exception>
    public static PendingFile Begin(FileFolder folder, string file, long attempt)
    {
        try
        {
            return new PendingFile(folder.Hold(file, make: true), attempt);
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            throw CannotBeWritten(file, problem.Message, problem);
        }
    }

    /// <summary>Where to write.</summary>
    public FileStream Stream { get; }

    /// <summary>
    /// Waits until it is on the disk, with the rights of the one that has its name, and closes it; its length.
    /// </summary>
    public long Complete()
    {
        Stream.Flush(flushToDisk: true);
        var length = Stream.Position;
        if (!OperatingSystem.IsWindows() && new FileInfo(_place.Path) is { Exists: true, LinkTarget: null } before)
        {
            File.SetUnixFileMode(Stream.SafeFileHandle, before.UnixFileMode);
        }

        Stream.Dispose();
        return length;
    }

    /// <summary>
    /// Puts it, whole and on the disk, in the place of what had its name. The length is that which was written.
    /// </summary>
    /// <param name="length">As <see cref="Complete"/> gave it.</param>
    /// <param name="replaces">Whether what has its name goes; where not, that stays, and this is not put there.</param>
    /// <exception cref="IOException">It cannot be put there.</exception>
    public void Publish(long length, bool replaces = true)
    {
        if (new FileInfo(_pending) is var found
            && (!found.Exists || found.LinkTarget is not null || found.Length != length))
        {
            throw new IOException(
                $"The file '{_place.Folder.Said(_pending)}' is not what was written: somebody else changed it.");
        }

        CrashPoint.Around("file.renamed", () => File.Move(_pending, _place.Path, replaces));
        _isPublished = true;
    }

    /// <summary>Waits until its name is on the disk, before anything is removed that it stands for.</summary>
    public void FlushName() => _place.Folder.Flush();

    public void Dispose()
    {
        if (_isDisposed)
        {
            return;
        }

        _isDisposed = true;
        Stream.Dispose();
        if (!_isPublished)
        {
            File.Delete(_pending);
        }

        _place.Dispose();
    }

    // The umask says whether a group shares it; that all others may write it nobody has ever meant.
    private static FileStreamOptions Options()
    {
        var options = new FileStreamOptions
        {
            Mode = FileMode.CreateNew,
            Access = FileAccess.Write,
            Share = FileShare.None,
            BufferSize = 0,
        };
        if (!OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead
                | UnixFileMode.GroupWrite | UnixFileMode.OtherRead;
        }

        return options;
    }

    private static DataRefusedException CannotBeWritten(string file, string why, Exception problem) =>
        new("ORC3451", $"{file}: cannot be written: {why}", problem) { File = file };

    /// <summary>Removes what was left behind for the name.</summary>
    /// <exception cref="DataRefusedException">Somebody is writing it.</exception>
    public static void Sweep(HeldFile place)
    {
        foreach (var left in Directory.EnumerateFiles(place.Folder.Path)
            .Where(path => IsOf(Path.GetFileName(path), place.Name)))
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
                throw new DataRefusedException("ORC3452", $"{place.File}: another load is writing this file. Run it "
                    + "again once that has ended, or give one of them another `target`.")
                { File = place.File };
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
