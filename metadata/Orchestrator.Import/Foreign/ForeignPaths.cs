using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;

namespace Orchestrator.Import.Foreign;

/// <summary>Finds and opens the files that paths lead to; the reading of each is given a stream.</summary>
/// <param name="folder">The folder that paths begin in, and that messages name files from.</param>
/// <param name="endings">How the files end that are read.</param>
/// <param name="problems">Takes what is wrong.</param>
internal sealed class ForeignPaths(string folder, IReadOnlyList<string> endings, ForeignProblems problems)
{
    private const int FilesMax = 50_000;
    private const long BytesMax = 256L << 20;

    // What builds leave, and what others keep there.
    private static readonly string[] Passed = ["bin", "obj", "node_modules"];

    /// <summary>Reads each of the files, in the order of the paths and then of their names.</summary>
    /// <param name="paths">Files and folders.</param>
    /// <param name="read">Takes the file's name, as messages name it, and its content.</param>
    /// <param name="stop">Asks it to end.</param>
    /// <returns>How many were read.</returns>
    /// <exception cref="OperationCanceledException">It was asked to.</exception>
    public int Each(IReadOnlyList<string> paths, Action<string, Stream> read, CancellationToken stop)
    {
        var files = paths.SelectMany(path => Below(Path.GetFullPath(path, folder)))
            .Distinct(StringComparer.Ordinal).ToArray();
        foreach (var file in files)
        {
            stop.ThrowIfCancellationRequested();
            Read(file, read);
        }

        return files.Length;
    }

    private void Read(string file, Action<string, Stream> read)
    {
        try
        {
            // Nobody may ever write into a pipe, and a device may have no end.
            if (EntryKind.NotAFile(file) is { } other)
            {
                problems.Error(ForeignCodes.Unreadable, At(file), $"it is {other}", "name a file");
                return;
            }

            using var stream = File.OpenRead(file);
            if (stream.Length > BytesMax)
            {
                problems.Error(ForeignCodes.TooMuch, At(file), $"it has over {BytesMax >> 20} MB, and no more are read",
                    "export it in parts");
                return;
            }

            read(Shown(file), stream);
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            problems.Error(ForeignCodes.Unreadable, At(file), "it cannot be read",
                "see that it is there, and who may read it");
        }
    }

    private List<string> Below(string path)
    {
        if (!Directory.Exists(path))
        {
            if (IsRead(path))
            {
                return [path];
            }

            problems.Error(ForeignCodes.Unreadable, At(path), "it is none of the files that are read here",
                $"import a folder, or a file that ends in {string.Join(" or ", endings)}");
            return [];
        }

        var found = Found(Path.TrimEndingDirectorySeparator(path));
        if (found.Count is 0 or > FilesMax)
        {
            problems.Error(found.Count == 0 ? ForeignCodes.Unreadable : ForeignCodes.TooMuch, At(path),
                found.Count == 0 ? $"the folder holds no file that ends in {string.Join(" or ", endings)}"
                    : $"the folder holds over {FilesMax} files, and no more are read", "import a folder in it");
            return [];
        }

        found.Sort(StringComparer.Ordinal);
        return found;
    }

    private List<string> Found(string path)
    {
        var found = new List<string>();
        var open = new Stack<string>([path]);
        while (open.TryPop(out var next) && found.Count <= FilesMax)
        {
            try
            {
                found.AddRange(Directory.EnumerateFiles(next).Where(IsRead));
                foreach (var inner in new DirectoryInfo(next).EnumerateDirectories().Where(IsEntered))
                {
                    open.Push(inner.FullName);
                }
            }
            catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
            {
                problems.Error(ForeignCodes.Unreadable, At(next), "the folder cannot be read", "see who may read it");
            }
        }

        return found;
    }

    private bool IsRead(string path) => endings.Contains(Path.GetExtension(path), StringComparer.OrdinalIgnoreCase);

    private string Shown(string path) => Path.GetRelativePath(folder, path).Replace('\\', '/');

    private Origin At(string path) => new(Shown(path), 0, 0);

    // A link may lead back to where it stands.
    private static bool IsEntered(DirectoryInfo inner) => inner.LinkTarget is null && !inner.Name.StartsWith('.')
        && !Passed.Contains(inner.Name, StringComparer.OrdinalIgnoreCase);
}
