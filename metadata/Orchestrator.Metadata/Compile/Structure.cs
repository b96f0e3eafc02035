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
        var root = draft.Add(NodeKind.Batch, batch.Name, null,
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
        var node = draft.Add(NodeKind.Project, project.Name, root, properties, project);
        _projects.Add(project.Name, node);
        outer.Watched.Add(node);
        var hooks = new HookScope(project.Hooks, outer.Gate) { Group = node };
        var members = project.Objects.ToLookup(
            definition => definition.Group ?? definition.Container, StringComparer.Ordinal);
        var last = AddHookLevel(hooks, HookTime.Before, null);
        foreach (var level in project.Containers.Where(container => container.Loop?.Within is null)
            .GroupBy(container => LevelOf(project, container)).OrderBy(level => level.Key))
        {
            last = AddLevel(node, project, level, members, last, hooks);
        }

        AddHookLevel(hooks, HookTime.After, last);
    }

    private DraftNode AddLevel(DraftNode parent, Project project, IGrouping<int, Container> containers,
        ILookup<string, ObjectDefinition> members, DraftNode? last, HookScope outer)
    {
        var text = project.Ordering == Ordering.Levels ? containers.Key.ToString() : "all";
        var level = draft.Add(NodeKind.Level, $"{project.Name}:{text}", parent, [], project, level: containers.Key);
        last?.Precede(level);
        outer.Watched.Add(level);
        foreach (var container in containers)
        {
            AddContainer(level, container, members, outer);
        }

        return level;
    }

    private void AddContainer(DraftNode level, Container container,
        ILookup<string, ObjectDefinition> members, HookScope outer)
    {
        var hooks = new HookScope(container.Hooks, outer.Gate);
        if (AddHooks(hooks, HookTime.Before, level, $"{container.Name}#before", container.Name,
            container.RunsAfterFailure) is { } before)
        {
            hooks.Watched.Add(before);
        }

        var node = new LoopStructure(draft, members, hooks.Gate).Add(level, container);
        hooks.Group = node;
        hooks.Watched.Add(node);
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
        var node = draft.Add(NodeKind.Project, name, hooks.Group, [], project, hooks: hooks);
        var level = draft.Add(NodeKind.Level, $"{name}:all", node, [], project, hooks: hooks);
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
        var level = draft.Add(NodeKind.Level, $"{project.Name}:{PropertyList.Word(when)}", hooks.Group, [], project,
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
        var node = draft.Add(NodeKind.Container, $"{project.Name}/{name}", level, [], project, container,
            level: level.Level, hooks: hooks);
        DraftNode? last = null;
        foreach (var hook in hooks.Of(when))
        {
            var definition = hook.AsPackage(
                prefix is null ? hook.Name : $"{prefix}#{hook.Name}", project.Name, container.Name);
            last = hooks.Bind(hook, last, draft.Add(NodeKind.Package, $"{project.Name}/{definition.Name}", node,
                HookProperties.Of(hook), project, container, definition, level.Level, hooks));
        }

        return node;
    }

    /// <summary>With `ordering: dependencies` a project counts as one level.</summary>
    private static int LevelOf(Project project, Container container) =>
        project.Ordering == Ordering.Levels ? container.Level : 0;
}
