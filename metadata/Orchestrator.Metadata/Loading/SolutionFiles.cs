using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Loading;

/// <summary>Which files of a folder are metadata, by path below it with `/`, in ordinal order.</summary>
internal static class SolutionFiles
{
    private const int FoldersDeepMax = 16;

    public static IReadOnlyList<string> Find(LoadContext context, string? environment)
    {
        var found = new SortedSet<string>(StringComparer.Ordinal);
        foreach (var place in (string[])["connections", "batches", "environments"])
        {
            Take(context, found, place, 0);
        }

        foreach (var project in Folders(Path.Combine(context.Folder, "projects")))
        {
            var path = $"projects/{project}";
            Add(context, found, $"{path}/project.yaml");
            Take(context, found, $"{path}/objects", FoldersDeepMax);
        }

        Add(context, found, "solution.yaml");
        if (environment is not null && !found.Contains($"environments/{environment}.yaml"))
        {
            var known = found.Where(path => path.StartsWith("environments/", StringComparison.Ordinal))
                .Select(path => Path.GetFileNameWithoutExtension(path)).ToArray();
            var nearest = Nearest.Find(environment, known) ?? (known.Length > 0 ? string.Join(", ", known) : null);
            context.Bag.Error("ORC1042", new Origin($"environments/{environment}.yaml", 1, 1),
                $"the environment '{environment}' is not known: its file does not exist",
                nearest is null ? "create the file" : $"there is: {nearest}");
        }

        return [.. found];
    }

    private static void Take(LoadContext context, SortedSet<string> found, string place, int deeper)
    {
        var folder = Path.Combine(context.Folder, place);
        foreach (var file in Files(folder))
        {
            if (file.EndsWith(".yaml", StringComparison.Ordinal))
            {
                found.Add($"{place}/{file}");
            }
            else if (file.EndsWith(".yml", StringComparison.OrdinalIgnoreCase)
                || file.EndsWith(".yaml", StringComparison.OrdinalIgnoreCase))
            {
                context.Bag.Warning("ORC1047", new Origin($"{place}/{file}", 1, 1), "this file is not read",
                    "rename it: metadata ends in .yaml");
            }
        }

        foreach (var child in deeper > 0 ? Folders(folder) : [])
        {
            Take(context, found, $"{place}/{child}", deeper - 1);
        }
    }

    private static void Add(LoadContext context, SortedSet<string> found, string path)
    {
        if (File.Exists(Path.Combine(context.Folder, path)))
        {
            found.Add(path);
        }
    }

    private static IEnumerable<string> Files(string folder) => Directory.Exists(folder)
        ? Directory.EnumerateFiles(folder).Select(path => Path.GetFileName(path)!)
        : [];

    // A linked folder is not entered: it may lead out of the solution, or round in a circle.
    private static IEnumerable<string> Folders(string folder) => Directory.Exists(folder)
        ? new DirectoryInfo(folder).EnumerateDirectories().Where(child => child.LinkTarget is null)
            .Select(child => child.Name).Order(StringComparer.Ordinal)
        : [];
}
