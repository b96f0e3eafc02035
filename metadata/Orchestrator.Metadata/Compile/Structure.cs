using Orchestrator.Engine;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>Lays out the nodes: batch, projects, levels, containers, packages, each behind its parent.</summary>
internal sealed class Structure(PlanDraft draft)
{
    private readonly Dictionary<string, DraftNode> projects = new(StringComparer.Ordinal);

    public static void Build(PlanDraft draft) => new Structure(draft).Build();

    private void Build()
    {
        var batch = draft.Batch;
        var gate = batch.MaxConcurrency ?? draft.Solution.MaxConcurrency;
        var root = Add(NodeKind.Batch, batch.Name, null, GroupProperties.Of(batch, gate, draft.Solution.Variables));
        foreach (var member in batch.Projects)
        {
            var project = draft.Solution.Projects.FirstOrDefault(project => project.Name == member.Project);
            if (project is not null && !projects.ContainsKey(project.Name))
            {
                AddProject(root, project, member.At);
            }
        }

        foreach (var (name, node) in projects)
        {
            foreach (var other in draft.Order.Before(name).Where(projects.ContainsKey))
            {
                node.Constraints.TryAdd(projects[other].Index, Outcome.Completion);
            }
        }
    }

    private void AddProject(DraftNode root, Project project, Origin at)
    {
        var properties = GroupProperties.Of(project, draft.Order.Before(project.Name), at);
        var node = Add(NodeKind.Project, project.Name, root, properties, project);
        projects.Add(project.Name, node);
        var members = project.Objects.ToLookup(definition => definition.Container, StringComparer.Ordinal);
        DraftNode? last = null;
        foreach (var level in project.Containers.GroupBy(container => LevelOf(project, container))
            .OrderBy(level => level.Key))
        {
            last = AddLevel(node, project, level, members, last);
        }
    }

    private DraftNode AddLevel(DraftNode parent, Project project, IGrouping<int, Container> containers,
        ILookup<string, ObjectDefinition> members, DraftNode? last)
    {
        var text = project.Ordering == Ordering.Levels ? containers.Key.ToString() : "all";
        var level = Add(NodeKind.Level, $"{project.Name}:{text}", parent, [], project, level: containers.Key);
        if (last is not null)
        {
            level.Constraints.Add(last.Index, Outcome.Completion);
        }

        foreach (var container in containers)
        {
            AddContainer(level, project, container, [.. members[container.Name]]);
        }

        return level;
    }

    private void AddContainer(DraftNode level, Project project, Container container,
        IReadOnlyList<ObjectDefinition> members)
    {
        var properties = GroupProperties.Of(container, members.Select(member => member.Name));
        var node = Add(NodeKind.Container, $"{project.Name}/{container.Name}", level, properties, project, container,
            level: level.Level);
        foreach (var definition in members)
        {
            var source = draft.Caps.Connection(definition.Source?.Connection);
            var package = Add(NodeKind.Package, $"{project.Name}/{definition.Name}", node,
                PackageProperties.Of(definition, source), project, container, definition, level.Level);
            draft.Packages.TryAdd(package.Name, package);
        }
    }

    private DraftNode Add(NodeKind kind, string name, DraftNode? parent, IReadOnlyList<PlanProperty> properties,
        Project? project = null, Container? container = null, ObjectDefinition? definition = null, int level = 0)
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
