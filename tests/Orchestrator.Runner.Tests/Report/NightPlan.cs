using Orchestrator.Core;

namespace Orchestrator.Runner.Tests.Report;

/// <summary>
/// Plans for the tests: projects one after the other, each with two levels of one container, and packages that read the
/// one of the same place in the project before.
/// </summary>
internal static class NightPlan
{
    public static Plan Of(int projects, int packagesPerLevel, Func<int, int, int, string>? name = null)
    {
        name ??= (project, level, package) => $"table_{level}_{package:000}";
        var nodes = new List<PlanNode> { Group(0, NodeKind.Batch, "Nightly", -1) };
        var before = -1;
        var written = new Dictionary<(int Level, int Package), int>();
        for (var project = 1; project <= projects; project++)
        {
            var projectNode = nodes.Count;
            nodes.Add(Group(projectNode, NodeKind.Project, $"Stage{project}", 0, before));
            before = projectNode;
            var levelBefore = -1;
            for (var level = 1; level <= 2; level++)
            {
                var levelNode = nodes.Count;
                nodes.Add(Group(levelNode, NodeKind.Level, $"Stage{project}:{level}0", projectNode, levelBefore));
                nodes.Add(Group(levelNode + 1, NodeKind.Container, $"Stage{project}/C{level}", levelNode));
                levelBefore = levelNode;
                for (var package = 0; package < packagesPerLevel; package++)
                {
                    var index = nodes.Count;
                    int[] reads = written.TryGetValue((level, package), out var read) ? [read] : [];
                    nodes.Add(Package(index, $"Stage{project}/{name(project, level, package)}", levelNode + 1, reads));
                    written[(level, package)] = index;
                }
            }
        }

        return new Plan
        {
            Solution = "Shop",
            Batch = "Nightly",
            Environment = "prod",
            Hash = "0123456789abcdef",
            Nodes = nodes,
        };
    }

    /// <summary>What each node waits for, as the report is given it.</summary>
    public static IReadOnlyList<IReadOnlyList<int>> Before(Plan plan) =>
        [.. plan.Nodes.Select(node => (IReadOnlyList<int>)[.. node.Constraints.Select(each => each.Node)])];

    private static PlanNode Group(int index, NodeKind kind, string name, int parent, int before = -1) => new()
    {
        Index = index,
        Kind = kind,
        Name = name,
        Parent = parent,
        Constraints = before < 0 ? [] : [new PrecedenceConstraint(before, Outcome.Completion)],
    };

    private static PlanNode Package(int index, string name, int parent, int[] reads) => new()
    {
        Index = index,
        Kind = NodeKind.Package,
        Name = name,
        Parent = parent,
        PackageKind = "load",
        Retry = new RetryPolicy(1, TimeSpan.FromSeconds(5), false, [ErrorClass.Transient]),
        Reads = reads,
        Constraints = [.. reads.Select(read => new PrecedenceConstraint(read, Outcome.Success))],
    };
}
