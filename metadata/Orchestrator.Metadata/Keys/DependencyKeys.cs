using Orchestrator.Core;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;

namespace Orchestrator.Metadata.Keys;

/// <summary>The key of an object that says what it depends on, and the keys of each dependency.</summary>
internal static class DependencyKeys
{
    public const string Name = "dependsOn";

    public const string Outcome = "outcome";

    public const string Any = "any";

    private const string ObjectKey = "object";
    private const string ContainerKey = "container";
    private const string ProjectKey = "project";

    private static readonly Key[] Each =
    [
        new(ObjectKey, Parts.Name, "object or project/object."),
        new(Outcome, Parts.Outcome, "Default Success."),
        new(ContainerKey, Parts.Name, "container or project/container, in the place of an object."),
        new(ProjectKey, Parts.Name, "A project, in the place of an object."),
        ConditionKeys.DependencyKey,
    ];

    private static readonly Key AnyKey = new(
        Any, new ListShape(new EitherShape(Parts.Name, new MapShape("a dependency", Each))),
        "Several of which one is enough.");

    /// <summary>What a dependency may name, with its key; the first is that of an object.</summary>
    public static IReadOnlyList<(string Key, DependencyOn On)> Subjects { get; } =
    [
        (ObjectKey, DependencyOn.Object), (ContainerKey, DependencyOn.Container), (ProjectKey, DependencyOn.Project),
    ];

    /// <summary>The key of an object.</summary>
    public static Key Key { get; } = new(
        Name, new ListShape(new EitherShape(Parts.Name, new MapShape("a dependency", [.. Each, AnyKey]))),
        "What must have ended before it.");

    /// <summary>How the key of an object is described where a dependency names nothing.</summary>
    public static string ObjectSummary => $"{Each[0].Name}: {Each[0].Summary}";

    /// <summary>Tells the dependencies of an object.</summary>
    public static void Tell(PropertyList list, ObjectDefinition definition)
    {
        Tell(list.Under($"{Name}."), definition, definition.DependsOn);
        foreach (var (place, group) in definition.AnyOf.Index())
        {
            Tell(list.Under($"{Name}.{Any}.{place + 1}."), definition, group);
        }
    }

    /// <summary>What a plan calls what a dependency names: `Staging/a`, `container.Staging/Core`, `project.Staging`.
    /// </summary>
    public static string Told(ObjectDefinition definition, Dependency dependency) => dependency.On switch
    {
        DependencyOn.Object => Dependencies.FullName(definition, dependency),
        DependencyOn.Container => $"{ContainerKey}.{Dependencies.FullName(definition, dependency)}",
        _ => $"{ProjectKey}.{dependency.Object}",
    };

    /// <summary>What of a plan's key says which node is meant, and of which kind.</summary>
    public static (NodeKind Kind, string Node) Meant(string told)
    {
        if (told.StartsWith($"{Any}.", StringComparison.Ordinal) && told.Split('.', 3) is [_, var place, var rest]
            && int.TryParse(place, out _))
        {
            told = rest;
        }

        return told.StartsWith($"{ContainerKey}.", StringComparison.Ordinal)
            ? (NodeKind.Container, told[(ContainerKey.Length + 1)..])
            : told.StartsWith($"{ProjectKey}.", StringComparison.Ordinal)
                && !told.Contains('/', StringComparison.Ordinal)
                ? (NodeKind.Project, told[(ProjectKey.Length + 1)..])
            : (NodeKind.Package, told);
    }

    private static void Tell(PropertyList list, ObjectDefinition definition, IReadOnlyList<Dependency> dependencies)
    {
        foreach (var group in dependencies.GroupBy(one => Told(definition, one), StringComparer.Ordinal))
        {
            var said = group.OrderBy(one => one.Outcome).Select(Said).Distinct();
            list.Add(group.Key, string.Join(", ", said), group.First().At);
        }
    }

    private static string Said(Dependency one) =>
        one.When is { } when ? $"{one.Outcome} when {when.Text}" : $"{one.Outcome}";
}
