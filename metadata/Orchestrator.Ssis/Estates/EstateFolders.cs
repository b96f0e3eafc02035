using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Ssis.Estates;

/// <summary>Finds the files of an estate on this machine, and nothing else of it: the one place that asks for files.
/// </summary>
internal static class EstateFolders
{
    private static readonly string[] OfPackages = [".params", ".conmgr", ".dtsconfig"];

    private static readonly string[] Endings = [".dtsx", ".ispac", ".dtproj", .. OfPackages];

    // What tools keep.
    private static readonly HashSet<string> PassedOver =
        new([".git", ".svn", ".vs", "$tf"], StringComparer.OrdinalIgnoreCase);

    // What a build made of the project beside it, which would stand here twice.
    private static readonly HashSet<string> Built = new(["obj", "bin"], StringComparer.OrdinalIgnoreCase);

    /// <summary>Reads what stands at paths, each a file or a folder. Links are not followed.</summary>
    /// <param name="paths">The paths, as this machine writes them.</param>
    /// <param name="bounds">How much is read.</param>
    public static SsisEstate Read(IReadOnlyList<string> paths, ReadingBounds bounds)
    {
        var findings = new List<SsisFinding>();
        var files = new List<EstateFile>();
        var tops = new TopFolders(paths.Count == 1);
        foreach (var path in paths)
        {
            var full = Path.GetFullPath(path);
            if (File.Exists(full))
            {
                var folder = Path.GetDirectoryName(full) ?? full;
                files.AddRange(FilesOf(full, folder, tops.Of(folder), findings));
            }
            else if (Directory.Exists(full))
            {
                files.AddRange(FilesBelow(full, tops.Of(full), bounds, findings));
            }
            else
            {
                findings.Add(new(ReadingCodes.Files, path.Replace('\\', '/'), 0, 0,
                    "there is no file and no folder there",
                    "look at the path; on this machine the case of its letters may matter"));
            }
        }

        if (findings.Count == 0 && !files.Any(each => Endings.Take(3).Any(each.Is)))
        {
            findings.Add(new(ReadingCodes.Files, string.Join(", ", paths).Replace('\\', '/'), 0, 0,
                "no package, project or archive was found", "point at a folder of .dtsx, or at an .ispac"));
        }

        return EstateReader.Read(files, bounds, findings);
    }

    // A project is nothing without the files beside it, a package little without the connections of its project.
    private static IEnumerable<EstateFile> FilesOf(
        string path, string folder, string shown, List<SsisFinding> findings)
    {
        var own = FileAt(path, $"{shown}{Path.GetFileName(path)}");
        string[] beside = own.Is(".dtproj") ? [".dtsx", .. OfPackages] : own.Is(".dtsx") ? OfPackages : [];
        return EntriesOf(new(folder), shown, findings).OfType<FileInfo>()
            .Select(each => FileAt(each.FullName, $"{shown}{each.Name}"))
            .Where(each => each.Path != own.Path && beside.Any(each.Is)).Prepend(own);
    }

    private static List<EstateFile> FilesBelow(
        string top, string shown, ReadingBounds bounds, List<SsisFinding> findings)
    {
        var files = new List<EstateFile>();
        var waiting = new Queue<(DirectoryInfo Folder, string Shown, int Depth)>([(new(top), shown, 0)]);
        while (waiting.TryDequeue(out var next))
        {
            if (next.Depth > bounds.FoldersMax || files.Count > bounds.FilesMax)
            {
                findings.Add(new(ReadingCodes.Files, next.Shown.TrimEnd('/'), 0, 0,
                    $"there are more than {bounds.FilesMax} files, or more than {bounds.FoldersMax} folders in one "
                    + "another", "point at fewer folders at a time"));
                break;
            }

            foreach (var entry in EntriesOf(next.Folder, next.Shown, findings))
            {
                if (entry is DirectoryInfo folder)
                {
                    waiting.Enqueue((folder, $"{next.Shown}{folder.Name}/", next.Depth + 1));
                }
                else if (Endings.Any(ending => entry.Name.EndsWith(ending, StringComparison.OrdinalIgnoreCase)))
                {
                    files.Add(FileAt(entry.FullName, $"{next.Shown}{entry.Name}"));
                }
            }
        }

        return files;
    }

    private static FileSystemInfo[] EntriesOf(DirectoryInfo folder, string shown, List<SsisFinding> findings)
    {
        try
        {
            var entries = folder.GetFileSystemInfos();
            var hasProject = entries.Any(each =>
                each.Name.EndsWith(".dtproj", StringComparison.OrdinalIgnoreCase));
            return
            [
                .. entries.Where(each => each.LinkTarget is null
                        && !(each is DirectoryInfo && (PassedOver.Contains(each.Name)
                            || hasProject && Built.Contains(each.Name))))
                    .OrderBy(each => each.Name, StringComparer.Ordinal),
            ];
        }
        catch (Exception mistake) when (mistake is IOException or UnauthorizedAccessException)
        {
            findings.Add(new(ReadingCodes.Unreadable, shown.TrimEnd('/'), 0, 0, "the folder cannot be read",
                "look at its rights"));
            return [];
        }
    }

    private static EstateFile FileAt(string path, string shown) =>
        new(shown, new FileInfo(path).Length, () => File.ReadAllBytes(path));
}
