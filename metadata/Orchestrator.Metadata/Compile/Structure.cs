using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>Lays out the nodes: batch, projects, levels, containers, packages, each behind its parent.</summary>
internal sealed class Structure(PlanDraft draft)
{
    private readonly Dictionary<string, DraftNode> _projects = new(StringComparer.Ordinal);

    public static void Build(PlanDraft draft) => new Structure(draft).Build();

    private void Build()
    {
        var batch = draft.Batch;
        var gate = batch.MaxConcurrency ?? draft.Solution.MaxConcurrency;
        var root = Add(NodeKind.Batch, batch.Name, null,
            GroupProperties.Of(batch, gate, draft.Solution.Variables, draft.Solution.RunVariables));
        var hooks = new HookScope(batch.Hooks, null) { Group = root };
        var before = AddHookProject(hooks, HookTime.Before);
        foreach (var member in batch.Projects)
        {
            var project = draft.Solution.Projects.FirstOrDefault(project => project.Name == member.Project);
            if (project is not null && !_projects.ContainsKey(project.Name))
            {
                AddProject(root, project, member.At, hooks);
            }
        }

        var after = AddHookProject(hooks, HookTime.After);
        foreach (var (name, node) in _projects)
        {
            foreach (var other in draft.Order.Before(name).Where(_projects.ContainsKey))
            {
                node.Constraints.TryAdd(_projects[other].Index, Outcome.Completion);
            }

            before?.Precede(node);
            node.Precede(after);
        }

        HookNames.Check(draft);
    }

    private void AddProject(DraftNode root, Project project, Origin at, HookScope outer)
    {
        var properties = GroupProperties.Of(project, draft.Order.Before(project.Name), at);
        var node = Add(NodeKind.Project, project.Name, root, properties, project);
        _projects.Add(project.Name, node);
        outer.Watched.Add(node);
        var hooks = new HookScope(project.Hooks, outer.Gate) { Group = node };
        var members = project.Objects.ToLookup(definition => definition.Container, StringComparer.Ordinal);
        var last = AddHookLevel(hooks, HookTime.Before, null);
        foreach (var level in project.Containers.GroupBy(container => LevelOf(project, container))
            .OrderBy(level => level.Key))
        {
            last = AddLevel(node, project, level, members, last, hooks);
        }

        AddHookLevel(hooks, HookTime.After, last);
    }

    private DraftNode AddLevel(DraftNode parent, Project project, IGrouping<int, Container> containers,
        ILookup<string, ObjectDefinition> members, DraftNode? last, HookScope outer)
    {
        var text = project.Ordering == Ordering.Levels ? containers.Key.ToString() : "all";
        var level = Add(NodeKind.Level, $"{project.Name}:{text}", parent, [], project, level: containers.Key);
        last?.Precede(level);
        outer.Watched.Add(level);
        foreach (var container in containers)
        {
            IReadOnlyList<ObjectDefinition> inOrder = [.. members[container.Name].OrderBy(member => member.Place)];
            AddContainer(level, project, container, inOrder, outer);
        }

        return level;
    }

    private void AddContainer(DraftNode level, Project project, Container container,
        IReadOnlyList<ObjectDefinition> members, HookScope outer)
    {
        var name = $"{project.Name}/{container.Name}";
        var properties = GroupProperties.Of(container, members.Select(member => member.Name));
        var hooks = new HookScope(container.Hooks, outer.Gate);
        if (AddHooks(hooks, HookTime.Before, level, $"{container.Name}#before", container.Name,
            container.RunsAfterFailure) is { } before)
        {
            hooks.Watched.Add(before);
        }

        var node = Add(NodeKind.Container, name, level, properties, project, container, level: level.Level);
        hooks.Group = node;
        hooks.Watched.Add(node);
        foreach (var definition in members)
        {
            var source = draft.Caps.Connection(definition.Source?.Connection);
            var target = draft.Caps.Connection(definition.Target.Connection);
            var package = Add(NodeKind.Package, $"{project.Name}/{definition.Name}", node,
                PackageProperties.Of(definition, source, target), project, container, definition, level.Level);
            hooks.Gate?.Precede(package, Outcome.Success);
            draft.Packages.TryAdd(package.Name, package);
        }

        AddHooks(hooks, HookTime.After, level, $"{container.Name}#after", container.Name, container.RunsAfterFailure);
    }

    /// <summary>The hooks of the batch stand in a project of their own before the others, or behind them.</summary>
    private DraftNode? AddHookProject(HookScope hooks, HookTime when)
    {
        if (!hooks.Has(when))
        {
            return null;
        }

        var name = $"{draft.Batch.Name}#{PropertyList.Word(when)}";
        var project = new Project { Name = name, Target = "", Containers = [], Objects = [], At = draft.Batch.At };
        var node = Add(NodeKind.Project, name, hooks.Group, [], project, hooks: hooks);
        var level = Add(NodeKind.Level, $"{name}:all", node, [], project, hooks: hooks);
        AddHooks(hooks, when, level, "hooks", null, false);
        hooks.Watched.Add(node);
        return node;
    }

    /// <summary>The hooks of a project stand in a level of their own before the others, or behind them.</summary>
    private DraftNode? AddHookLevel(HookScope hooks, HookTime when, DraftNode? last)
    {
        if (!hooks.Has(when))
        {
            return last;
        }

        var project = hooks.Group!.Project!;
        var place = when == HookTime.Before ? int.MinValue : int.MaxValue;
        var level = Add(NodeKind.Level, $"{project.Name}:{PropertyList.Word(when)}", hooks.Group, [], project,
            level: place, hooks: hooks);
        last?.Precede(level);
        AddHooks(hooks, when, level, $"#{PropertyList.Word(when)}", "", false);
        hooks.Watched.Add(level);
        return level;
    }

    private DraftNode? AddHooks(HookScope hooks, HookTime when, DraftNode level, string name, string? prefix,
        bool runsAfterFailure)
    {
        if (!hooks.Has(when))
        {
            return null;
        }

        var project = level.Project!;
        var container = new Container
        {
            Name = name,
            RunsAfterFailure = runsAfterFailure,
            At = hooks.Of(when).First().At,
        };
        var node = Add(NodeKind.Container, $"{project.Name}/{name}", level, [], project, container,
            level: level.Level, hooks: hooks);
        DraftNode? last = null;
        foreach (var hook in hooks.Of(when))
        {
            var definition = hook.AsPackage(
                prefix is null ? hook.Name : $"{prefix}#{hook.Name}", project.Name, container.Name);
            last = hooks.Bind(hook, last, Add(NodeKind.Package, $"{project.Name}/{definition.Name}", node,
                HookProperties.Of(hook), project, container, definition, level.Level, hooks));
        }

        return node;
    }

    private DraftNode Add(NodeKind kind, string name, DraftNode? parent, IReadOnlyList<PlanProperty> properties,
        Project? project = null, Container? container = null, ObjectDefinition? definition = null, int level = 0,
        HookScope? hooks = null)
    {
        var node = new DraftNode
        {
            Index = draft.Nodes.Count,
            Kind = kind,
            Name = name,
            Parent = parent,
            Project = project,
            Container = container,
            Definition = definition,
            Level = level,
            Hooks = hooks,
            Properties = properties,
            Hash = PlanJson.Hash(kind, name, properties),
            Caps = definition is null ? [] : draft.Caps.Of(project!, container!, definition),
        };
        draft.Nodes.Add(node);
        return node;
    }

    /// <summary>With `ordering: dependencies` a project counts as one level.</summary>
    private static int LevelOf(Project project, Container container) =>
        project.Ordering == Ordering.Levels ? container.Level : 0;
}
