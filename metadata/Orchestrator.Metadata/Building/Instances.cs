using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Building;

/// <summary>`dependsOn` among the objects that `forEach` makes.</summary>
internal static class Instances
{
    /// <summary>
    /// A name as written stands for the instance with the same value, or, where there is none, for all of them.
    /// </summary>
    public static IReadOnlyList<Project> Resolve(IReadOnlyList<Project> projects)
    {
        var instances = projects.SelectMany(project => project.Objects).Where(one => one.Instance is not null)
            .ToLookup(one => $"{one.Project}/{one.Instance!.Object}", StringComparer.Ordinal);
        return instances.Count == 0 ? projects : [.. projects.Select(project => project with
        {
            Objects = [.. project.Objects.Select(one => one.DependsOn.Count + one.AnyOf.Count == 0 ? one : one with
            {
                DependsOn = [.. one.DependsOn.SelectMany(on => Resolve(one, on, instances))],
                AnyOf = [.. one.AnyOf.Select(any => any.SelectMany(on => Resolve(one, on, instances)).ToList())],
            })],
        })];
    }

    private static IEnumerable<Dependency> Resolve(
        ObjectDefinition one, Dependency on, ILookup<string, ObjectDefinition> instances)
    {
        if (on.On != DependencyOn.Object)
        {
            return [on];
        }

        var hasProject = on.Object.Contains('/', StringComparison.Ordinal);
        var all = instances[hasProject ? on.Object : $"{one.Project}/{on.Object}"].ToList();
        var same = all.Where(other => other.Instance!.Value.Text == one.Instance?.Value.Text).ToList();
        var meant = same.Count > 0 ? same : all;
        return meant.Count == 0 ? [on] : meant.Select(other => on with
        {
            Object = hasProject ? other.FullName : other.Name,
        });
    }
}
