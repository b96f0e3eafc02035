using Orchestrator.Import.Ssis.Drafts;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>The projects of one package: one for each pair of connections that rows go between.</summary>
/// <param name="name">What the first one is called.</param>
/// <param name="package">The file of the package.</param>
/// <param name="nothing">Where a package works that touches no database.</param>
/// <param name="free">Gives a name that no other project has.</param>
internal sealed class ProjectTable(
    string name, string package, Func<ConnectionDraft> nothing, Func<string, string> free)
{
    private readonly List<ProjectDraft> _made = [];
    private readonly Dictionary<(ProjectDraft, string), ContainerDraft> _containers = [];
    private readonly HashSet<string> _names = new(StringComparer.OrdinalIgnoreCase);

    public string Name { get; } = name;

    public IReadOnlyList<ProjectDraft> Made => _made;

    /// <summary>The project that reads the one and writes the other.</summary>
    public ProjectDraft For(ConnectionDraft? source, ConnectionDraft target)
    {
        var found = _made.FirstOrDefault(each => each.Target == target && each.Source == source)
            ?? _made.FirstOrDefault(each => each.Target == target && (source is null || each.Source is null));
        if (found is null)
        {
            var isTaken = _made.Any(each => each.Target == target);
            var called = _made.Count == 0 ? Name
                : isTaken && source is not null ? $"{Name}_{source.Name}_to_{target.Name}" : $"{Name}_{target.Name}";
            found = new ProjectDraft(free(DraftNames.Plain(called, Name)), package) { Target = target };
            _made.Add(found);
        }

        found.Source ??= source;
        return found;
    }

    /// <summary>The first one; a package that touches no database has one all the same.</summary>
    public ProjectDraft Main() => _made is [var first, ..] ? first : For(null, nothing());

    /// <summary>The container of a sequence in a project.</summary>
    public ContainerDraft Container(ProjectDraft project, string path, string called)
    {
        if (!_containers.TryGetValue((project, path), out var made))
        {
            made = New(project, path, called);
            _containers[(project, path)] = made;
        }

        return made;
    }

    /// <summary>Takes a container of a loop for one of a sequence.</summary>
    public void Take(ContainerDraft container) => _containers[(container.Project, container.From)] = container;

    /// <summary>A new container.</summary>
    public ContainerDraft New(ProjectDraft project, string path, string called)
    {
        var unique = DraftNames.Free(
            DraftNames.Plain(called, "container"), each => _names.Add($"{project.Name}/{each}"));
        var made = new ContainerDraft(unique, project) { From = path };
        project.Containers.Add(made);
        return made;
    }

    /// <summary>The containers that a sequence became.</summary>
    public IEnumerable<ContainerDraft> ContainersOf(string path) =>
        _containers.Where(each => each.Key.Item2 == path).Select(each => each.Value);
}
