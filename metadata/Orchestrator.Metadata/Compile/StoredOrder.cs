using System.Text.Json;
using Orchestrator.Core;
using Orchestrator.Metadata.Keys;

namespace Orchestrator.Metadata.Compile;

/// <summary>What each node of a stored plan waits for, read back from what its document says.</summary>
public static class StoredOrder
{
    private const string DependsOn = DependencyKeys.Name;

    /// <summary>
    /// For each node the indices of those before it: of packages what they depend on, who writes what they read and the
    /// one before in a Linear container; of levels the level before; of projects the projects before. What hooks wait
    /// for is not in the document.
    /// </summary>
    public static IReadOnlyList<IReadOnlyList<int>> Of(PlanContent plan)
    {
        var packages = Names(plan, NodeKind.Package);
        var projects = Names(plan, NodeKind.Project);
        var containers = Names(plan, NodeKind.Container);
        var last = new Dictionary<int, int>();
        var before = new List<IReadOnlyList<int>>(plan.Nodes.Count);
        foreach (var (index, node) in plan.Nodes.Index())
        {
            before.Add([.. Waits(plan, node, packages, projects, last)
                .Concat(Known(projects, Groups(node, NodeKind.Project)))
                .Concat(Known(containers, Groups(node, NodeKind.Container))).Distinct()]);
            last[node.Parent] = index;
        }

        return before;
    }

    private static IEnumerable<int> Waits(PlanContent plan, PlanEntry node, Dictionary<string, int> packages,
        Dictionary<string, int> projects, Dictionary<int, int> last) => node.Kind switch
        {
            NodeKind.Project => Known(projects, node.Properties.Where(each => each.Key == DependsOn)
                .SelectMany(each => JsonSerializer.Deserialize<string[]>(each.Value) ?? [])),
            NodeKind.Level => Previous(last, node.Parent),
            NodeKind.Container when HasTurnsInLine(plan.Nodes[node.Parent]) => Previous(last, node.Parent),
            NodeKind.Package => Known(packages, Named(node))
                .Concat(IsLinear(plan.Nodes[node.Parent]) ? Previous(last, node.Parent) : []),
            _ => [],
        };

    /// <summary>The containers or projects that a package depends on.</summary>
    private static IEnumerable<string> Groups(PlanEntry node, NodeKind kind) => node.Kind != NodeKind.Package ? []
        : node.Properties.Where(each => each.Key.StartsWith(DependsOn + ".", StringComparison.Ordinal))
            .Select(each => DependencyKeys.Meant(each.Key[(DependsOn.Length + 1)..]))
            .Where(meant => meant.Kind == kind).Select(meant => meant.Node);

    private static IEnumerable<string> Named(PlanEntry package) => package.Properties.Select(each => each.Key switch
    {
        _ when each.Key.StartsWith(DependsOn + ".", StringComparison.Ordinal) =>
            DependencyKeys.Meant(each.Key[(DependsOn.Length + 1)..]).Node,
        "source.writtenBy" when each.Value.Split('/') is [var project, _, var name] => $"{project}/{name}",
        _ => "",
    });

    private static IEnumerable<int> Known(Dictionary<string, int> names, IEnumerable<string> wanted) =>
        wanted.Where(names.ContainsKey).Select(name => names[name]);

    private static IEnumerable<int> Previous(Dictionary<int, int> last, int parent) =>
        last.TryGetValue(parent, out var previous) ? [previous] : [];

    private static bool HasTurnsInLine(PlanEntry loop) => loop.Properties.Any(each =>
        each.Key == $"{LoopKeys.Section.Path}.{LoopKeys.Turns.Name}"
        && each.Value == nameof(ContainerMode.Linear));

    private static bool IsLinear(PlanEntry container) => container.Properties.Any(each =>
        each is { Key: "mode", Value: nameof(ContainerMode.Linear) });

    private static Dictionary<string, int> Names(PlanContent plan, NodeKind kind)
    {
        var names = new Dictionary<string, int>(StringComparer.Ordinal);
        foreach (var (index, node) in plan.Nodes.Index().Where(node => node.Item.Kind == kind))
        {
            names.TryAdd(node.Name, index);
        }

        return names;
    }
}
