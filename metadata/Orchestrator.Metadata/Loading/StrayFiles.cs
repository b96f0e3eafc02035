using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Loading;

/// <summary>YAML where metadata is expected, but one folder beside: it would be left out without a word.</summary>
internal static class StrayFiles
{
    private const int WarnedMax = 20;
    private static readonly (string Wrong, string Right)[] Places =
    [
        ("connection", "connections"), ("batch", "batches"), ("calendar", "calendars"),
        ("environment", "environments"), ("project", "projects"),
    ];

    public static void Warn(LoadContext context, IReadOnlySet<string> found)
    {
        var stray = Places.SelectMany(place => Yaml(context, place.Wrong)
                .Select(path => (path, Hint: $"metadata is read from {place.Right}/")))
            .Concat(InProjects(context).Where(path => !found.Contains(path))
                .Select(path => (path, Hint: "objects are read from projects/PROJECT/objects/")));
        foreach (var (path, hint) in stray.Take(WarnedMax))
        {
            context.Bag.Warning("ORC1047", new Origin(path, 1, 1), "this file is not read", hint);
        }
    }

    private static IEnumerable<string> InProjects(LoadContext context) => Yaml(context, "projects").Concat(
        Folders(context, "projects").SelectMany(project => Yaml(context, project)
            .Concat(Folders(context, project).Where(folder => !folder.EndsWith("/objects", StringComparison.Ordinal))
                .SelectMany(folder => Yaml(context, folder)))));

    private static IEnumerable<string> Yaml(LoadContext context, string folder) =>
        SolutionFiles.Read(context, folder, there => there.EnumerateFiles("*.yaml")
            .Select(file => $"{folder}/{file.Name}").Order(StringComparer.Ordinal));

    private static IEnumerable<string> Folders(LoadContext context, string folder) =>
        SolutionFiles.Folders(context, folder).Select(child => $"{folder}/{child}");
}
