using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>An object as it counts: as written, laid over the one it repeats.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Map">Its keys.</param>
/// <param name="Own">The keys written in this project; null where it is only repeated.</param>
/// <param name="At">Where it was declared.</param>
/// <param name="IsInherited">Whether the project that is inherited has it.</param>
internal sealed record EffectiveObject(string Name, YamlMap Map, YamlMap? Own, Origin At, bool IsInherited)
{
    /// <summary>The turns of `forEach` that it is made for; null = none.</summary>
    public Instance? Instance { get; init; }

    /// <summary>The variables that the loops of its container give a value in the run.</summary>
    public IReadOnlyList<InstanceValue> Open { get; init; } = [];

    /// <summary>The turn of its container that it stands in; null = the container has none before the run.</summary>
    public string? Group { get; init; }

    /// <summary>The variables that its turns give a value.</summary>
    public IEnumerable<InstanceValue> Given => Instance is null ? Open : Instance.Values.Concat(Open);

    /// <summary>In a turn that the run has found out: the name of what it is made after; else its own.</summary>
    public string Template => TemplateName ?? Name;

    /// <summary>The same where it has another name; null = it has none.</summary>
    public string? TemplateName { get; init; }

    public string WrittenName => Instance?.Object ?? Name;
}

/// <summary>A project as it counts, with what it inherits.</summary>
internal sealed record EffectiveProject(Draft Draft, EffectiveProject? Base,
    IReadOnlyList<EffectiveObject> Objects, IReadOnlyList<Draft> Containers);

/// <summary>Carries `inherit` out on what was written, before it becomes the model.</summary>
internal sealed class Inheritance(BuildScope scope, ForEachBuilder forEach)
{
    // What these keys say is about the source of the object that is repeated, not about its target.
    private static readonly string[] NotInherited = ["source", "in", "watermarks", "hooks"];
    private static readonly string[] NotInheritedOfColumns =
        ["target", "sourceExpression", "targetExpression", "value", "dateFormat", "nulls"];
    private readonly LoadContext _context = scope.Context;
    private readonly Drafts _drafts = scope.Drafts;
    private readonly Dictionary<string, EffectiveProject> _done = new(StringComparer.Ordinal);
    private readonly List<string> _path = [];

    public EffectiveProject Of(Draft project)
    {
        if (_done.TryGetValue(project.Name, out var done))
        {
            return done;
        }

        _path.Add(project.Name);
        var parent = Parent(project);
        var below = parent is null ? null : Of(parent);
        _path.RemoveAt(_path.Count - 1);
        var effective = Listed(
            new EffectiveProject(project, below, Objects(project, below), Containers(project, below)));
        _done[project.Name] = effective;
        return effective;
    }

    // Before it is repeated: who inherits has the objects of its files, too.
    private EffectiveProject Listed(EffectiveProject project)
    {
        var source = project.Draft.Map.Text("source") ?? project.Base?.Draft.Map.Text("target");
        return project with { Objects = ListedObjects.Add(scope, project, scope.Connection(source)) };
    }

    private Draft? Parent(Draft project)
    {
        if (project.Map.Scalar("inherit") is not { } inherit)
        {
            return null;
        }

        var parent = _drafts.Projects.Find(draft => draft.Name == inherit.Text);
        if (parent is null)
        {
            _context.UnknownName("ORC1022", "project", inherit, _drafts.Projects.Select(draft => draft.Name));
            return null;
        }

        var from = _path.IndexOf(parent.Name);
        if (from < 0)
        {
            return parent;
        }

        _context.Bag.Error("ORC1030", inherit.At, "projects inherit from each other: "
            + string.Join(" → ", _path.Skip(from).Append(parent.Name)), "let one of them stand on its own");
        return null;
    }

    private IReadOnlyList<EffectiveObject> Objects(Draft project, EffectiveProject? below)
    {
        var own = new Dictionary<string, Draft>(StringComparer.Ordinal);
        foreach (var draft in _drafts.Objects.Where(draft => draft.Project == project.Name))
        {
            own.TryAdd(draft.Name, draft);
        }

        var objects = new List<EffectiveObject>();
        foreach (var repeated in below?.Objects ?? [])
        {
            var map = Repeated(repeated.Map);
            var over = own.GetValueOrDefault(repeated.Name) ?? own.GetValueOrDefault(repeated.WrittenName);
            objects.Add((over is null
                ? new EffectiveObject(repeated.Name, map, null, repeated.At, true)
                : new EffectiveObject(repeated.Name, Overlay.Over(map, over.Map), over.Map, over.At, true)) with
            {
                Instance = repeated.Instance,
            });
        }

        var known = objects.SelectMany(one => new[] { one.Name, one.WrittenName }).ToHashSet(StringComparer.Ordinal);
        objects.AddRange(_drafts.Objects
            .Where(draft => own.GetValueOrDefault(draft.Name) == draft && !known.Contains(draft.Name))
            .Select(draft => new EffectiveObject(draft.Name, draft.Map, draft.Map, draft.At, false)));
        return forEach.Expand(project, objects);
    }

    private static List<Draft> Containers(Draft project, EffectiveProject? below)
    {
        var containers = (below?.Containers ?? []).Select(WithoutHooks).ToList();
        foreach (var map in project.Map.Items("containers").OfType<YamlMap>())
        {
            if (map.Scalar("container") is not { } name)
            {
                continue;
            }

            var draft = new Draft(name.Text, map, name.At, name.Length);
            var known = containers.FindIndex(container => container.Name == name.Text);
            if (known < 0)
            {
                containers.Add(draft);
            }
            else
            {
                containers[known] = draft with { Map = Overlay.Over(containers[known].Map, map) };
            }
        }

        return containers;
    }

    private static YamlMap Repeated(YamlMap map) => map with
    {
        Entries = [.. map.Entries.Where(entry => !IsOfKind(map, entry.Key.Text)
            && !NotInherited.Contains(entry.Key.Text)
            // What one table has is nothing that the next one is asked for: that takes all, by name.
            && entry is not { Key.Text: "columns", Value: YamlScalar }).Select(entry =>
            entry.Key.Text == "columns" && entry.Value is YamlList columns
                ? entry with { Value = columns with { Items = [.. columns.Items.OfType<YamlMap>().Select(Column)] } }
                : entry)],
    };

    private static bool IsOfKind(YamlMap map, string key) => KindTable.Of(map.Text("kind")).NotRepeated.Contains(key);

    // They work on what that project writes.
    private static Draft WithoutHooks(Draft container) => container with
    {
        Map = container.Map with
        {
            Entries = [.. container.Map.Entries.Where(entry => entry.Key.Text != "hooks")],
        },
    };

    // The column of the target is the column that is read now.
    private static YamlMap Column(YamlMap column) => column with
    {
        Entries = [.. column.Entries.Where(entry => !NotInheritedOfColumns.Contains(entry.Key.Text)).Select(entry =>
            entry.Key.Text == "column" && column.Scalar("target") is { } target
                ? entry with { Value = target }
                : entry)],
    };
}
