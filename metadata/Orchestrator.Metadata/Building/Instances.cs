using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Building;

/// <summary>`dependsOn` among the objects that `forEach` makes.</summary>
internal sealed class Instances
{
    private readonly ILookup<string, ObjectDefinition> _all;
    private readonly Dictionary<(string Name, string Key), ObjectDefinition> _byKey;
    private readonly HashSet<string> _withoutTurns;

    private Instances(IReadOnlyList<Project> projects)
    {
        var instances = projects.SelectMany(project => project.Objects).Where(one => one.Instance is not null).ToList();
        _all = instances.ToLookup(NameOf, StringComparer.Ordinal);
        _withoutTurns = [.. projects.SelectMany(project => project.Containers
            .SelectMany(container => container.WithoutTurns).Select(name => $"{project.Name}/{name}"))];
        _byKey = [];
        foreach (var one in instances)
        {
            _byKey.TryAdd((NameOf(one), one.Instance!.Key), one);
        }
    }

    /// <summary>
    /// A name as written stands for the instance in the same turns, or, where there is none, for all of them.
    /// </summary>
    public static IReadOnlyList<Project> Resolve(IReadOnlyList<Project> projects)
    {
        var instances = new Instances(projects);
        var isIdle = instances._all.Count == 0 && instances._withoutTurns.Count == 0;
        return isIdle ? projects : [.. projects.Select(project => project with
        {
            Objects = [.. project.Objects.Select(one => one.DependsOn.Count + one.AnyOf.Count == 0 ? one : one with
            {
                DependsOn = [.. one.DependsOn.SelectMany(on => instances.Resolve(one, on))],
                AnyOf = [.. one.AnyOf.Select(any => any.SelectMany(on => instances.Resolve(one, on)).ToList())],
            })],
        })];
    }

    private static string NameOf(ObjectDefinition one) => $"{one.Project}/{one.Instance!.Object}";

    private IEnumerable<Dependency> Resolve(ObjectDefinition one, Dependency on)
    {
        if (on.On != DependencyOn.Object)
        {
            return [on];
        }

        var hasProject = on.Object.Contains('/', StringComparison.Ordinal);
        var name = hasProject ? on.Object : $"{one.Project}/{on.Object}";
        if (_withoutTurns.Contains(name))
        {
            return []; // nothing of it is there to be waited for
        }

        var meant = Meant(one, name);
        return meant.Count == 0 ? [on] : meant.Select(other => on with
        {
            Object = hasProject ? other.FullName : other.Name,
        });
    }

    private List<ObjectDefinition> Meant(ObjectDefinition one, string name)
    {
        if (!_all.Contains(name))
        {
            return [];
        }

        if (one.Instance is not { } instance)
        {
            return [.. _all[name]];
        }

        if (_byKey.TryGetValue((name, instance.Key), out var same) && instance.SharesTurns(same.Instance!))
        {
            return [same];
        }

        // Who stands in a turn of a turn may name what stands in the outer one, or in others within it.
        var all = _all[name].ToList();
        var shared = all.Where(other => instance.SharesTurns(other.Instance!)).ToList();
        return shared.Count > 0 ? shared : all;
    }
}
