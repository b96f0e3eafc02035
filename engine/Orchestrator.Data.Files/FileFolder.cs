using System.IO.Enumeration;

namespace Orchestrator.Data.Files;

/// <summary>The folder of a connection: finds files in it and opens none outside it, however they are linked.</summary>
internal sealed class FileFolder
{
    private const int LinksMax = 40;

    private readonly string _real;

    public FileFolder(string folder)
    {
        if (!Directory.Exists(folder))
        {
            throw new DataRefusedException("ORC3101", $"there is no folder '{folder}'. Correct `folder` of the "
                + "connection, or create it.");
        }

        _real = Path.TrimEndingDirectorySeparator(RealPath(Path.GetFullPath(folder)));
    }

    /// <summary>The files that a pattern stands for, in ordinal order, as names below the folder with `/`.</summary>
    public IReadOnlyList<string> Find(string pattern)
    {
        Check(pattern);
        var (below, name) = pattern.LastIndexOf('/') is var slash and >= 0
            ? (pattern[..(slash + 1)], pattern[(slash + 1)..])
            : ("", pattern);
        var folder = Path.Combine(_real, below);
        if (name.AsSpan().IndexOfAny('*', '?') < 0)
        {
            return File.Exists(Path.Combine(folder, name)) ? [pattern] : [];
        }

        return !Directory.Exists(folder) ? [] : [.. Directory.EnumerateFiles(Confined(below)).Select(Path.GetFileName)
            .OfType<string>()
            .Where(found => FileSystemName.MatchesSimpleExpression(name, found, ignoreCase: false))
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
        Check(file);
        try
        {
            // A pipe has no length, and neither has an empty file, for which a thread more is no matter.
            var path = Confined(file);
            return new FileInfo(path) is { Exists: true, Length: 0 }
                ? PipeWait.Open(file, () => Opened(path), heldUp ?? (_ => { }), cancellation)
                : Opened(path);
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            throw new DataRefusedException("ORC3110", $"{file}: cannot be opened: {problem.Message}", problem)
            { File = file };
        }
    }

    /// <summary>Where a file that is to be written lies; below the folder, whatever links lead there.</summary>
    public string PathFor(string file)
    {
        Check(file);
        return Confined(file);
    }

    private static FileStream Opened(string path) => new(path, new FileStreamOptions
    {
        Access = FileAccess.Read,
        Share = FileShare.ReadWrite,
        BufferSize = 0,
        Options = FileOptions.SequentialScan,
    });

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
        return real == _real || real.StartsWith(_real + Path.DirectorySeparatorChar, StringComparison.Ordinal)
            || Path.EndsInDirectorySeparator(_real)
            ? real
            : throw Outside(name);
    }
}
