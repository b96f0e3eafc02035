using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Loading;

/// <summary>Which files of a folder are metadata, by path below it with `/`, in ordinal order.</summary>
internal static class SolutionFiles
{
    private const int FoldersDeepMax = 16;

    public static IReadOnlyList<string> Find(LoadContext context, string? environment)
    {
        var found = new SortedSet<string>(StringComparer.Ordinal);
        foreach (var place in (string[])["connections", "batches", "calendars", "environments"])
        {
            Take(context, found, place, 0);
        }

        Take(context, found, "catalog", FoldersDeepMax);
        foreach (var project in Folders(context, "projects"))
        {
            var path = $"projects/{project}";
            Add(context, found, $"{path}/project.yaml");
            Take(context, found, $"{path}/objects", FoldersDeepMax);
        }

        Add(context, found, "solution.yaml");
        StrayFiles.Warn(context, found);
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

    /// <summary>Whether a file says what is laid over the solution in another environment only.</summary>
    public static bool IsOfOther(string path, string? environment) =>
        path.StartsWith("environments/", StringComparison.Ordinal) && path != $"environments/{environment}.yaml";

    private static void Take(LoadContext context, SortedSet<string> found, string place, int deeper)
    {
        foreach (var file in Files(context, place))
        {
            if (IsYaml(file))
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

        foreach (var child in deeper > 0 ? Folders(context, place).Where(name => !IsYaml(name)) : [])
        {
            Take(context, found, $"{place}/{child}", deeper - 1);
        }
    }

    private static void Add(LoadContext context, SortedSet<string> found, string path)
    {
        if (Path.Exists(Path.Combine(context.Folder, path)))
        {
            found.Add(path);
        }
    }

    // A folder with the name of a file is taken for one, so that reading it says what it is.
    private static IEnumerable<string> Files(LoadContext context, string folder) =>
        Read(context, folder, there => there.EnumerateFileSystemInfos()
            .Where(entry => entry is FileInfo || IsYaml(entry.Name)).Select(entry => entry.Name));

    private static bool IsYaml(string name) => name.EndsWith(".yaml", StringComparison.Ordinal);

    // A linked folder is not entered: it may lead out of the solution, or round in a circle.
    internal static IEnumerable<string> Folders(LoadContext context, string folder) => Read(context, folder, there =>
        there.EnumerateDirectories().Where(child => child.LinkTarget is null).Select(child => child.Name)
            .Order(StringComparer.Ordinal));

    /// <summary>What stands in a folder, by its path below the solution; nothing where it is not there.</summary>
    internal static IReadOnlyList<string> Read(
        LoadContext context, string folder, Func<DirectoryInfo, IEnumerable<string>> what)
    {
        var there = new DirectoryInfo(Path.Combine(context.Folder, folder));
        try
        {
            return there.Exists ? [.. what(there)] : [];
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            context.Bag.Error("ORC1031", new Origin(folder, 1, 1), $"the folder '{folder}' cannot be read",
                "check its permissions");
            context.Unread("solution.yaml");
            return [];
        }
    }
}
