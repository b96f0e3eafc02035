using Orchestrator.Core;
using Orchestrator.Core.RunValues;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>
/// Lays out a container with its packages. One with a loop holds its turns, each of which is a container with the
/// packages of that turn, and with the loops that stand within it. Where the run finds the turns out, it holds the
/// packages that each turn will be made after.
/// </summary>
/// <param name="draft">The plan.</param>
/// <param name="members">The objects of the project by what they stand in.</param>
/// <param name="gate">The last hook before the container; null = none.</param>
internal sealed class LoopStructure(PlanDraft draft, ILookup<string, ObjectDefinition> members, DraftNode? gate)
{
    // By container and the keys of the turns around it, its own turns there.
    private readonly Dictionary<Container, ILookup<string, IReadOnlyList<InstanceTurn>>> _turns =
        new(ReferenceEqualityComparer.Instance);

    public DraftNode Add(DraftNode level, Container container) => Add(level, container, []);

    private DraftNode Add(DraftNode parent, Container container, IReadOnlyList<string> keys)
    {
        var project = parent.Project!;
        var name = NameOf(container, keys);
        if (!container.IsExpanded)
        {
            return AddGroup(parent, container, name, null, keys);
        }

        var node = draft.Add(NodeKind.Container, $"{project.Name}/{name}", parent, GroupProperties.OfLoop(container),
            project, container, level: parent.Level);
        foreach (var turns in TurnsOf(container)[string.Join(',', keys)])
        {
            string[] own = [.. turns.Select(turn => turn.Key)];
            _ = AddGroup(node, container, NameOf(container, own), turns[^1], own);
        }

        return node;
    }

    private DraftNode AddGroup(DraftNode parent, Container container, string name, InstanceTurn? turn,
        IReadOnlyList<string> keys)
    {
        var project = parent.Project!;
        IReadOnlyList<ObjectDefinition> inOrder = [.. members[name].OrderBy(member => member.Place)];
        var names = inOrder.Select(member => member.Name);
        var rows = turn is not null ? null : AddSetter(parent, container, keys) ?? container.Loop?.Rows;
        var node = draft.Add(NodeKind.Container, $"{project.Name}/{name}", parent,
            turn is null ? GroupProperties.Of(container, names) : GroupProperties.OfTurn(container, turn, names),
            project, container, level: parent.Level, turn: turn, rowsName: rows);
        foreach (var definition in inOrder)
        {
            _ = AddPackage(node, container, definition);
        }

        foreach (var inner in project.Containers.Where(inner => inner.Loop?.Within == container.Name))
        {
            _ = Add(node, inner, keys);
        }

        return node;
    }

    /// <summary>What finds out the turns of a loop stands in a container of its own before it, and is needed where the
    /// loop is.</summary>
    private string? AddSetter(DraftNode parent, Container container, IReadOnlyList<string> keys)
    {
        var around = new Container
        {
            Name = container.SetterName,
            Level = container.Level,
            RunsAfterFailure = container.RunsAfterFailure,
            When = container.When,
            TellsTurns = true,
            At = container.At,
        };
        var name = NameOf(around, keys);
        if (members[name].FirstOrDefault() is not { Sets.Each: [var set] } definition)
        {
            return null;
        }

        var node = draft.Add(NodeKind.Container, $"{parent.Project!.Name}/{name}", parent,
            GroupProperties.OfSetter(around), parent.Project, around, level: parent.Level);
        AddPackage(node, around, IsIdle(parent.Project, container, keys)
            ? definition with { Enabled = false } : definition).TellsTurnsOf =
            $"{parent.Project.Name}/{NameOf(container, keys)}";
        draft.Variables.Add(new RunVariableDefinition(new RunVariable(set.Variable, set.Type, false), set.At));
        return set.Variable;
    }

    /// <summary>Whether nothing in its turns is enabled, so that nobody needs to know them.</summary>
    private bool IsIdle(Project project, Container container, IReadOnlyList<string> keys) =>
        members[NameOf(container, keys)].All(member => !member.Enabled) && project.Containers
            .Where(inner => inner.Loop?.Within == container.Name).All(inner => IsIdle(project, inner, keys));

    private DraftNode AddPackage(DraftNode node, Container container, ObjectDefinition definition)
    {
        var source = draft.Caps.Connection(definition.Source?.Connection);
        var target = draft.Caps.Connection(definition.Target.Connection);
        var package = draft.Add(NodeKind.Package, $"{node.Project!.Name}/{definition.Name}", node,
            PackageProperties.Of(definition, source, target), node.Project, container, definition, node.Level);
        gate?.Precede(package, Outcome.Success);
        draft.Packages.TryAdd(package.Name, package);
        return package;
    }

    private ILookup<string, IReadOnlyList<InstanceTurn>> TurnsOf(Container container)
    {
        if (!_turns.TryGetValue(container, out var turns))
        {
            _turns[container] = turns = container.Turns.Where(one => one.Count > 0).ToLookup(
                one => string.Join(',', one.SkipLast(1).Select(turn => turn.Key)), StringComparer.Ordinal);
        }

        return turns;
    }

    private static string NameOf(Container container, IReadOnlyList<string> keys) =>
        keys.Count == 0 ? container.Name : $"{container.Name}[{string.Join(',', keys)}]";
}
