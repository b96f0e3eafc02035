using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Makes projects of what was written, the inherited one before the one that repeats it.</summary>
internal sealed class ProjectBuilder(BuildScope scope, Inheritance inheritance)
{
    private readonly Dictionary<string, Project> _built = new(StringComparer.Ordinal);

    public IReadOnlyList<Project> Build() =>
        [.. scope.Drafts.Projects.DistinctBy(draft => draft.Name).Select(draft => Build(inheritance.Of(draft)))];

    private Project Build(EffectiveProject project)
    {
        if (_built.TryGetValue(project.Draft.Name, out var built))
        {
            return built;
        }

        var below = project.Base is null ? null : Build(project.Base);
        var map = project.Draft.Map;
        var source = Connection(project.Draft, "source") ?? below?.Target;
        var target = Connection(project.Draft, "target");
        var hasOwnTargets = project.Draft.Map.Map("forEach")?.Map("connections")?["target"] is not null;
        Check(project.Draft, below, source, target, hasOwnTargets);
        if (map.Scalar("objects") is null)
        {
            SourceFolderChecks.Check(scope, scope.Connection(source));
        }

        foreach (var named in project.Objects.Select(NamedSource).OfType<string>().Distinct())
        {
            SourceFolderChecks.Check(scope, scope.Connection(named));
        }

        var above = scope.Above.Under(map);
        var conditions = new ConditionBuilder(scope.Context, scope.Variables);
        var hooks = new HookBuilder(scope.Context, scope.Connections, conditions, target ?? "");
        var loops = new LoopBuilder(scope, source ?? target);
        var containers = new ContainerBuilder(scope, hooks, above, loops).Build(project, below?.Objects.Count ?? 0);
        (project, containers) = new LoopExpansion(scope, project, containers, below).Expand();
        ObjectDefinition Make(BuildScope own, EffectiveObject one)
        {
            var repeated = one.IsInherited ? below?.Objects.FirstOrDefault(other => other.Name == one.Template) : null;
            var reads = OfObject(own, one, SourceKeys.Section.Name, SourceKeys.Connection.Name)
                ?? OfEach(own, project.Draft, "source") ?? repeated?.Target.Connection ?? source;
            var writes = OfObject(own, one, TargetKeys.Section.Name, TargetKeys.Connection.Name)
                ?? OfEach(own, project.Draft, "target") ?? target ?? "";
            return new ObjectBuilder(own, project, below, reads, writes, containers).Build(one);
        }

        LoopKind? KindOf(string? container) =>
            containers.Containers.FirstOrDefault(each => each.Model.Name == container)?.Model.Loop?.Kind;

        var objects = project.Objects.Select(one =>
        {
            var definition = Make(one.Instance is null && one.Open.Count == 0 ? scope : scope.For(one.Given), one);
            return one.Open.Count == 0 ? definition : definition with
            {
                InTurn = turns => new TurnObjects(scope, one, Make, KindOf).Make(definition, turns),
            };
        }).Concat(new LoopSetters(scope, project.Draft, above).Of(containers)).ToList();
        built = ProjectKeys.Section.Read(new Project
        {
            Name = project.Draft.Name,
            Source = source,
            Target = target ?? "",
            Inherit = below?.Name,
            Hooks = hooks.Build(map, above),
            Containers = [.. containers.Containers.Select(container => container.Model)],
            Objects = objects,
            ForEach = ForEachBuilder.Of(project.Draft),
            When = conditions.Read(map.Scalar(ConditionKeys.When)),
            ListsFiles = map.Scalar("objects") is not null || below is { ListsFiles: true },
            At = project.Draft.At,
            Written = project.Draft.Map,
        }, map);
        _built[built.Name] = built;
        return built;
    }

    private string? Connection(Draft project, string key)
    {
        if (project.Map.Scalar(key) is not { } name)
        {
            return null;
        }

        return scope.KnownConnection(name)?.Name ?? name.Text;
    }

    // What it says in this project alone: who repeats it works on the connections of his own.
    private static string? OfObject(BuildScope own, EffectiveObject one, string section, string key) =>
        one.Own?.Map(section)?.Scalar(key) is { } name ? own.KnownConnection(name)?.Name ?? name.Text : null;

    private static string? NamedSource(EffectiveObject one) =>
        one.Own?.Map(SourceKeys.Section.Name)?.Text(SourceKeys.Connection.Name);

    /// <summary>The connection that `forEach` names for an object; null where it names none.</summary>
    private string? OfEach(BuildScope own, Draft project, string key)
    {
        if (own == scope || project.Map.Map("forEach")?.Map("connections")?.Scalar(key) is not { } written)
        {
            return null;
        }

        var name = VariableTexts.Resolve(scope.Context, own.Variables, written);
        return scope.KnownConnection(name)?.Name ?? name.Text;
    }

    private void Check(Draft project, Project? below, string? source, string? target, bool hasOwnTargets)
    {
        if (target is null && hasOwnTargets)
        {
            return;
        }

        if (target is null)
        {
            scope.Context.Bag.Error("ORC1014", project.At, $"the project '{project.Name}' needs the key 'target'",
                "target: the connection that it writes");
        }

        if (below is not null && source != below.Target && project.Map.Scalar("source") is { } written
            && below.Target.Length > 0)
        {
            scope.Context.Bag.Error("ORC1038", written.At,
                $"'{project.Name}' repeats '{below.Name}', whose target '{below.Target}' is its source; "
                + $"got: '{source}'",
                $"write source: {below.Target}, or leave it out", new Fix(written.At, written.Length, below.Target));
        }
    }
}
