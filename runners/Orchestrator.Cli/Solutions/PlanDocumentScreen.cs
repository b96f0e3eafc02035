using Orchestrator.Cli.Output;
using Orchestrator.Core;

namespace Orchestrator.Cli.Solutions;

/// <summary>A plan for machines.</summary>
internal static class PlanDocumentScreen
{
    public static object Of(
        Plan plan, IReadOnlySet<int>? selected, IReadOnlyDictionary<int, TimeSpan> expected,
        Func<PlanNode, string> path, IEnumerable<object> advice) => new
        {
            schema_version = Json.SchemaVersion,
            solution = plan.Solution,
            batch = plan.Batch,
            environment = plan.Environment,
            hash = plan.Hash,
            max_concurrency = plan.MaxConcurrency,
            failure_handling = plan.FailureHandling,
            timeout_seconds = plan.Timeout?.TotalSeconds,
            caps = plan.Caps.Select(cap => new { owner = cap.Owner, max_concurrency = cap.MaxConcurrency }),
            relaxed = plan.Relaxed.Count == 0 ? null : plan.Relaxed.Select(each => new
            {
                connection = each.Connection,
                flush = each.Flush,
                every_seconds = each.Every?.TotalSeconds,
            }),
            variables = plan.Variables.Count == 0 ? null : plan.Variables.Select(each => new
            {
                name = each.Name,
                type = each.Type.ToString(),
                is_sensitive = each.IsSensitive,
            }),
            nodes = plan.Nodes.Select(node => Node(plan, node, selected, expected, path(node))),
            advice,
        };

    private static object Node(
        Plan plan, PlanNode node, IReadOnlySet<int>? selected, IReadOnlyDictionary<int, TimeSpan> expected, string path)
    {
        var isPackage = node.Kind == NodeKind.Package;
        var isContainer = node.Kind == NodeKind.Container;
        return new
        {
            index = node.Index,
            kind = node.Kind,
            name = node.Name,
            parent = node.Parent < 0 ? null : (int?)node.Parent,
            hash = node.Hash,
            level = node.Kind is NodeKind.Level or NodeKind.Container ? (int?)node.Level : null,
            mode = isContainer ? (ContainerMode?)node.Mode : null,
            order = isContainer ? (StartOrder?)node.Order : null,
            runs_after_failure = isContainer ? (bool?)node.RunsAfterFailure : null,
            constraints = node.Constraints.Select(each => Waited(plan, each)),
            reads = isPackage ? node.Reads : null,
            caps = isPackage ? node.Caps : null,
            relaxed = node.Relaxed >= 0 ? (int?)node.Relaxed : null,
            reads_relaxed = node.ReadsRelaxed.Count > 0 ? node.ReadsRelaxed : null,
            package_kind = isPackage ? node.PackageKind : null,
            tags = isPackage ? node.Tags : null,
            own_thread = isPackage ? (bool?)node.OwnThread : null,
            is_enabled = isPackage ? (bool?)node.Enabled : null,
            is_selected = isPackage ? (bool?)(selected?.Contains(node.Index) ?? true) : null,
            load_path = path.Length == 0 ? null : path,
            expected_seconds = expected.TryGetValue(node.Index, out var time) ? (double?)time.TotalSeconds : null,
            sets = node.Sets.Count > 0 ? node.Sets.Select(variable => plan.Variables[variable].Name) : null,
            reads_values = node.ReadsValues.Count > 0 ? node.ReadsValues.Select(read => new
            {
                variable = plan.Variables[read.Variable].Name,
                setters = read.Setters.Select(setter => plan.Nodes[setter].Name),
            }) : null,
            reads_facts = node.ReadsFacts.Count > 0
                ? node.ReadsFacts.Select(read => plan.Nodes[read.Node].Name).Distinct() : null,
            when = node.When?.Text,
            any = node.Any.Count > 0
                ? node.Any.Select(group => group.Select(each => Waited(plan, each))) : null,
            loop = node.Loop is { } loop ? new
            {
                turns = loop.Turns,
                rows = loop.Rows >= 0 ? plan.Variables[loop.Rows].Name : null,
                @while = loop.While?.Text,
                at_most = loop.While is null ? null : (int?)loop.AtMost,
                gives = loop.Gives.Select(column => column.Name),
                key = loop.Key.Select(place => loop.Gives[place].Name),
                fails_on_none = loop.FailsOnNone,
            } : null,
        };
    }

    private static object Waited(Plan plan, PrecedenceConstraint constraint) => new
    {
        node = constraint.Node,
        name = plan.Nodes[constraint.Node].Name,
        outcome = constraint.Outcome,
        when = constraint.When?.Text,
    };
}
