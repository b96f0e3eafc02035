using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>A container with what was written about it; the map is null where nobody wrote one.</summary>
internal sealed record BuiltContainer(Container Model, YamlMap? Map);

/// <summary>The containers of a project, which object is in which, and where in it by what its `members` say; behind
/// them in declared order is who names the container.</summary>
internal sealed record BuiltContainers(IReadOnlyList<BuiltContainer> Containers,
    IReadOnlyDictionary<string, BuiltContainer> ByObject, IReadOnlyDictionary<string, int> Places);

/// <summary>Makes containers of what was written and shares the objects out to them.</summary>
internal sealed class ContainerBuilder(BuildScope scope, HookBuilder hooks, Cascade above, LoopBuilder loops)
{
    public BuiltContainers Build(EffectiveProject project, int inherited)
    {
        DeclaredNames.Duplicates(scope.Context, "container", OwnContainers(project.Draft));
        var containers = project.Containers.Select(Build).ToList();
        if (containers.Count == 0)
        {
            containers.Add(new BuiltContainer(
                new Container { Name = "default", IsDefault = true, At = project.Draft.At }, null));
        }

        if (containers is [{ Map: { } only }] && only["members"] is null)
        {
            containers[0] = containers[0] with { Model = containers[0].Model with { IsDefault = true } };
        }

        foreach (var second in containers.Where(container => container.Model.IsDefault).Skip(1))
        {
            var at = second.Map!.Scalar("default")!;
            scope.Context.Bag.Error("ORC1048", at.At, $"a second default container, '{second.Model.Name}'",
                "only one can be the default", new Fix(at.At, at.Length, "false"));
        }

        return Members.Share(scope, project, containers, inherited);
    }

    private static IEnumerable<Draft> OwnContainers(Draft project) =>
        project.Map.Items("containers").OfType<YamlMap>().Select(map => map.Scalar("container")).OfType<YamlScalar>()
            .Select(name => new Draft(name.Text, project.Map, name.At, name.Length));

    private BuiltContainer Build(Draft draft)
    {
        var container = new Container
        {
            Name = draft.Name,
            Hooks = hooks.Build(draft.Map, above.Under(draft.Map)),
            When = new ConditionBuilder(scope.Context, scope.Variables).Read(draft.Map.Scalar(ConditionKeys.When)),
            Loop = loops.Build(draft.Map, draft.Name),
            At = draft.At,
            Written = draft.Map,
        };
        return new BuiltContainer(ContainerKeys.Section.Read(container, draft.Map), draft.Map);
    }
}
