using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>Which project of a batch follows which.</summary>
internal sealed class ProjectOrder
{
    private readonly Dictionary<string, IReadOnlyList<string>> _before = new(StringComparer.Ordinal);
    private readonly Dictionary<string, HashSet<string>> _allBefore = new(StringComparer.Ordinal);

    public ProjectOrder(Batch batch)
    {
        string? last = null;
        foreach (var project in batch.Projects)
        {
            _before.TryAdd(project.Project, project.DependsOn ?? (last is null ? [] : [last]));
            last = project.Project;
        }
    }

    /// <summary>The projects that it waits for, as written or as the list says.</summary>
    public IReadOnlyList<string> Before(string project) => _before.GetValueOrDefault(project, []);

    /// <summary>Whether a barrier stands behind all of the first project and before all of the second.</summary>
    public bool Precedes(string first, string second)
    {
        if (!_allBefore.TryGetValue(second, out var all))
        {
            all = new HashSet<string>(StringComparer.Ordinal);
            Collect(second, all);
            _allBefore.Add(second, all);
        }

        return all.Contains(first);
    }

    /// <summary>A circle of projects that wait for each other, its first name repeated at the end; null = none.
    /// </summary>
    public IReadOnlyList<string>? Cycle()
    {
        var names = _before.Keys.ToArray();
        var index = names.Index().ToDictionary(name => name.Item, name => name.Index, StringComparer.Ordinal);
        var edges = names.Select(name => _before[name].Where(index.ContainsKey).Select(other => index[other]).ToList())
            .ToArray();
        return CycleSearch.Find(edges)?.Select(place => names[place]).ToArray();
    }

    private void Collect(string project, HashSet<string> all)
    {
        foreach (var name in Before(project).Where(all.Add))
        {
            Collect(name, all);
        }
    }
}
