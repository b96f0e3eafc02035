using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Loading;

/// <summary>Sorts the documents of the files by kind and holds each against its shape.</summary>
internal sealed class DocumentReader(LoadContext context)
{
    private readonly ShapeReader _shapes = new(context.Bag, new Placeholders(context.Bag, context.Options.Variable));
    private readonly Dictionary<string, string> _projectOfFolder = new(StringComparer.Ordinal);
    private readonly List<(YamlMap Map, string Path)> _objects = [];

    public Drafts Drafts { get; } = new();

    public void ReadAll(IEnumerable<string> paths)
    {
        foreach (var path in paths)
        {
            ReadFile(path);
        }

        // Only now is it known how the project of each folder is called.
        foreach (var (map, path) in _objects)
        {
            AddObject(map, FolderOf(path) is { } folder ? _projectOfFolder.GetValueOrDefault(folder, folder) : null);
        }
    }

    private void ReadFile(string path)
    {
        var file = context.Read(path, new Origin(path, 1, 1), "the file");
        if (file is null)
        {
            context.Unread(path);
            return;
        }

        var documents = YamlReader.Read(file, context.Bag, out var isWhole);
        if (!isWhole)
        {
            context.Unread(path);
        }
        else if (documents.Count == 0 && path != "solution.yaml")
        {
            // An empty solution.yaml is an error already: it declares no solution.
            context.Bag.Warning("ORC1051", new Origin(path, 1, 1), "the file is empty: it declares nothing",
                "write into it, or delete it");
        }

        if (documents.OfType<YamlMap>().Any(map => DocumentKinds.IsOfAll(map)))
        {
            context.Bag.TakeBack(path);
        }

        foreach (var document in documents)
        {
            if (document is YamlMap { Entries.Count: > 0 } map)
            {
                ReadDocument(map, path);
            }
            else
            {
                context.Bag.Error("ORC1009", document.At, "expected a map whose first key tells what it is",
                    "begin with one of: " + string.Join(", ", DocumentKinds.Words));
                context.Unread(path);
            }
        }
    }

    private void ReadDocument(YamlMap map, string path)
    {
        var (kind, named) = DocumentKinds.Of(map, path, context);
        if (kind is null || _shapes.Read(named, DocumentKinds.ShapeOf(kind), kind) is not YamlMap good)
        {
            context.Unread(path);
            return;
        }

        switch (kind)
        {
            case "solution": AddSolution(good); break;
            case "connection": Add(Drafts.Connections, good, kind); break;
            case "batch": Add(Drafts.Batches, good, kind); break;
            case "calendar": Add(Drafts.Calendars, good, kind); break;
            case "environment": Add(Drafts.Environments, good, kind); break;
            case "catalog": Add(Drafts.Catalog, good, kind); break;
            case "project": AddProject(good, path); break;
            default: _objects.Add((good, path)); break;
        }
    }

    private void AddSolution(YamlMap map)
    {
        var draft = Named(map, "solution");
        if (Drafts.Solution is not null && draft is not null)
        {
            context.Bag.Error("ORC1020", draft.At, $"a second solution; the first stands at {Drafts.Solution.At}",
                "keep one solution per folder");
            return;
        }

        Drafts.Solution = draft;
        AddAll(Drafts.Connections, map, "connections", "connection");
        AddAll(Drafts.Batches, map, "batches", "batch");
        AddAll(Drafts.Calendars, map, "calendars", "calendar");
        AddAll(Drafts.FileServers, map, "fileServers", "fileServer");
        AddAll(Drafts.Stores, map, StoreKeys.List, StoreKeys.Word);
        AddAll(Drafts.BlobStores, map, BlobStoreKeys.List, BlobStoreKeys.Word);
        foreach (var project in map.Items("projects").OfType<YamlMap>())
        {
            AddProject(project, "");
        }
    }

    private void AddProject(YamlMap map, string path)
    {
        Add(Drafts.Projects, map, "project");
        var name = map.Text("project");
        if (name is not null && FolderOf(path) is { } folder)
        {
            _projectOfFolder.TryAdd(folder, name);
        }

        foreach (var item in map.Items("objects").OfType<YamlMap>())
        {
            AddObject(item, name);
        }
    }

    private void AddObject(YamlMap map, string? project)
    {
        var said = map.Scalar("in");
        if (Named(map, "object") is not { } draft)
        {
            return;
        }

        if ((said?.Text ?? project) is not { } owner)
        {
            context.Bag.Error("ORC1014", draft.At, $"the object '{draft.Name}' belongs to no project",
                "add 'in: PROJECT', or put the file below projects/PROJECT/objects");
            return;
        }

        Drafts.Objects.Add(draft with { Project = owner, ProjectAt = said?.At ?? draft.At });
    }

    private static void AddAll(List<Draft> drafts, YamlMap map, string key, string kind)
    {
        foreach (var item in map.Items(key).OfType<YamlMap>())
        {
            Add(drafts, item, kind);
        }
    }

    private static void Add(List<Draft> drafts, YamlMap map, string kind)
    {
        if (Named(map, kind) is { } draft)
        {
            drafts.Add(draft);
        }
    }

    private static Draft? Named(YamlMap map, string kind) => map.Scalar(kind) is { } name
        ? new Draft(name.Text, map, name.At, name.Length)
        : null;

    private static string? FolderOf(string path)
    {
        var parts = path.Split('/');
        return parts.Length > 2 && parts[0] == "projects" ? parts[1] : null;
    }
}
