using Orchestrator.Core;

namespace Orchestrator.Data.Files;

/// <summary>
/// The folder of a connection: finds files in it and opens none outside it, however they are linked. A path is judged
/// by its names, and what was opened is judged once more, as it may be another by then.
/// </summary>
internal sealed class FileFolder : IDisposable
{
    private const int LinksMax = 40;

    private readonly string _real;
    private readonly FolderHandle _root;

    public FileFolder(string folder)
    {
        if (!Directory.Exists(folder))
        {
            throw new DataRefusedException("ORC3101", $"there is no folder '{folder}'. Correct `folder` of the "
                + "connection, or create it.");
        }

        _root = FolderHandle.Open(Path.GetFullPath(folder));
        _real = Path.TrimEndingDirectorySeparator(_root.Real);
    }

    /// <summary>Called when a path has been judged, before it is opened.</summary>
    internal Action Judged { get; init; } = () => { };

    /// <summary>The files that a pattern stands for, in ordinal order, as names below the folder with `/`.</summary>
    /// <param name="pattern">The pattern, or a name.</param>
    /// <param name="ignoreCase">Whether upper and lower case are one in the name of a file; of folders they differ.
    /// </param>
    public IReadOnlyList<string> Find(string pattern, bool ignoreCase = false)
    {
        Check(pattern);
        var (below, name) = pattern.LastIndexOf('/') is var slash and >= 0
            ? (pattern[..(slash + 1)], pattern[(slash + 1)..])
            : ("", pattern);
        if (!FilePattern.IsSought(name, ignoreCase))
        {
            return File.Exists(Path.Combine(_real, pattern)) ? [pattern] : [];
        }

        if (!Directory.Exists(Path.Combine(_real, below)))
        {
            return [];
        }

        using var folder = Opened(pattern, Confined(below));
        return [.. Directory.EnumerateFiles(folder.Path).Select(Path.GetFileName)
            .OfType<string>()
            .Where(found => FilePattern.Fits(name, found, ignoreCase))
            .Select(found => below + found)
            .Order(StringComparer.Ordinal)];
    }

    /// <summary>Opens a file below the folder for reading forwards.</summary>
    /// <param name="file">Its name below the folder.</param>
    /// <param name="heldUp">Told what it waits for and, with null, that it goes on.</param>
    /// <param name="cancellation">Ends the wait.</param>
    public FileStream Open(
        string file, Action<string?>? heldUp = null, CancellationToken cancellation = default)
    {
        HeldFile? held = null;
        try
        {
            // A pipe has no length, and neither has an empty file, for which a thread more is no matter.
            held = Hold(file);
            return new FileInfo(held.Path) is { Exists: true, Length: 0 }
                ? PipeWait.Open(file, () => Opened(held), heldUp ?? (_ => { }), cancellation)
                : Opened(held);
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            held?.Dispose();
            throw new DataRefusedException("ORC3110", $"{file}: cannot be opened: "
                + (held is null ? problem.Message : held.Folder.Said(problem.Message)), problem)
            { File = file };
        }
    }

    /// <summary>Whether a file has no bytes that can be counted before it is read: an empty one, or a pipe.</summary>
    public bool IsEmpty(string file) => Find(file, found => found.Length == 0);

    /// <summary>What is told of a file that is there, and is no link that came there meanwhile.</summary>
    public T? Find<T>(string file, Func<FileInfo, T> told)
    {
        try
        {
            using var held = Hold(file);
            var found = new FileInfo(held.Path);
            return found.LinkTarget is not null ? throw Outside(file) : found.Exists ? told(found) : default;
        }
        catch (DirectoryNotFoundException)
        {
            return default;
        }
    }

    /// <summary>
    /// A file by its name in its open folder, which is below this one; it need not be there. Links that it has led over
    /// are followed.
    /// </summary>
    /// <param name="file">Its name below the folder.</param>
    /// <param name="make">Whether folders that are missing are made.</param>
    /// <exception cref="DataRefusedException">It lies outside the folder.</exception>
    /// <exception cref="DirectoryNotFoundException">Its folder is not there.</exception>
    public HeldFile Hold(string file, bool make = false)
    {
        Check(file);
        var real = Confined(file);
        Judged();
        var parent = Path.GetDirectoryName(real)!;
        return new HeldFile(make ? Made(file, parent) : Opened(file, parent), Path.GetFileName(real), file);
    }

    /// <inheritdoc />
    public void Dispose() => _root.Dispose();

    private FileStream Opened(HeldFile held)
    {
        using var _ = held;
        var stream = new FileStream(held.Path, new FileStreamOptions
        {
            Access = FileAccess.Read,
            Share = FileShare.ReadWrite,
            BufferSize = 0,
            Options = FileOptions.SequentialScan,
        });
        var real = OpenedPath.Of(stream.SafeFileHandle) ?? RealPath(held.Folder.At(held.Name));
        if (IsBelow(real))
        {
            return stream;
        }

        stream.Dispose();
        throw Outside(held.File);
    }

    private FolderHandle Opened(string name, string real)
    {
        var relative = Path.GetRelativePath(_real, real);
        var folder = FolderHandle.Open(relative == "." ? _root.Path : _root.At(relative));
        if (IsBelow(folder.Real))
        {
            return folder;
        }

        folder.Dispose();
        throw Outside(name);
    }

    private FolderHandle Made(string name, string real)
    {
        var relative = Path.GetRelativePath(_real, real);
        var folder = FolderHandle.Open(_root.Path);
        foreach (var part in relative == "." ? [] : relative.Split(Path.DirectorySeparatorChar))
        {
            using var above = folder;
            var path = above.At(part);
            if (!Directory.Exists(path))
            {
                Make(path);
            }

            folder = FolderHandle.Open(path);
            if (!IsBelow(folder.Real))
            {
                folder.Dispose();
                throw Outside(name);
            }
        }

        return folder;
    }

    // As with files, others than owner and group never write into it.
    private static void Make(string path)
    {
        if (OperatingSystem.IsWindows())
        {
            Directory.CreateDirectory(path);
            return;
        }

        Directory.CreateDirectory(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute
            | UnixFileMode.GroupRead | UnixFileMode.GroupWrite | UnixFileMode.GroupExecute
            | UnixFileMode.OtherRead | UnixFileMode.OtherExecute);
    }

    // Behind a colon Windows keeps another stream of a file; elsewhere it is a sign like any other.
    private static void Check(string name)
    {
        if (name.Length == 0 || Path.IsPathRooted(name) || name.Contains('\\') || name.Contains('\0')
            || (OperatingSystem.IsWindows() && name.Contains(':'))
            || name.Split('/').Any(part => part is "" or "." or ".."))
        {
            throw Outside(name);
        }
    }

    private static DataRefusedException Outside(string name) => new("ORC3102", $"'{name}' does not stay below the "
        + "folder of its connection. Name a file below it, with `/`, without `..` and without links that lead out.");

    private static string RealPath(string path)
    {
        var links = 0;
        var (real, rest) = (Path.GetPathRoot(path)!, Parts(path));
        while (rest.Count > 0)
        {
            var next = Path.Combine(real, rest.Pop());
            if (new FileInfo(next).LinkTarget is not { } target)
            {
                real = next;
                continue;
            }

            if (++links > LinksMax)
            {
                throw Outside(path);
            }

            var full = Path.GetFullPath(target, real);
            real = Path.GetPathRoot(full)!;
            foreach (var part in Parts(full).Reverse())
            {
                rest.Push(part);
            }
        }

        return real;
    }

    private static Stack<string> Parts(string path) => new(path[Path.GetPathRoot(path)!.Length..]
        .Split(Path.DirectorySeparatorChar, StringSplitOptions.RemoveEmptyEntries).Reverse());

    private string Confined(string name)
    {
        var real = RealPath(Path.Combine(_real, name.Replace('/', Path.DirectorySeparatorChar)));
        return IsWithin(real, _real) ? real : throw Outside(name);
    }

    // The folder itself may have got another name meanwhile.
    private bool IsBelow(string real) =>
        IsWithin(real, _real) || IsWithin(real, Path.TrimEndingDirectorySeparator(_root.Now));

    private static bool IsWithin(string real, string folder) => real.Equals(folder, Names)
        || real.StartsWith(folder + Path.DirectorySeparatorChar, Names) || Path.EndsInDirectorySeparator(folder);

    private static StringComparison Names =>
        OperatingSystem.IsWindows() ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal;
}

/// <summary>A file by its name in an open folder.</summary>
/// <param name="Name">Its name in it.</param>
/// <param name="File">Its name below the folder of the connection.</param>
internal sealed record HeldFile(FolderHandle Folder, string Name, string File) : IDisposable
{
    /// <summary>What leads to it.</summary>
    public string Path => Folder.At(Name);

    /// <inheritdoc />
    public void Dispose() => Folder.Dispose();
}
