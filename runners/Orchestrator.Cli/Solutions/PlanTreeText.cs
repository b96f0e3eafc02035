using Orchestrator.Cli.Output;
using Orchestrator.Cli.Status;
using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Cli.Solutions;

/// <summary>A plan as a tree.</summary>
internal static class PlanTreeText
{
    /// <summary>
    /// The lines; `selected` null = all packages, `expected` = known durations by index, `path` = how the rows of a
    /// node travel.
    /// </summary>
    public static IEnumerable<Line> Lines(
        Plan plan, IReadOnlySet<int>? selected, IReadOnlyDictionary<int, TimeSpan> expected,
        Func<PlanNode, string> path)
    {
        var children = plan.Nodes.Where(node => node.Parent >= 0).ToLookup(node => node.Parent);
        yield return Header(plan, selected);
        foreach (var line in Below(plan, 0, "", children, selected, expected))
        {
            yield return line;
        }

        foreach (var database in plan.Relaxed)
        {
            var flush = database.Every is { } every ? $"every {Words.Duration(every)}"
                : database.Flush.ToString().ToLowerInvariant();
            yield return new Line($"  commits on {database.Connection} reach the disk later, flush {flush}", Ink.Dim);
        }

        foreach (var line in LoadPaths.Lines(plan.Nodes
            .Where(node => node.Enabled && selected?.Contains(node.Index) != false).Select(path)))
        {
            yield return line;
        }
    }

    private static Line Header(Plan plan, IReadOnlySet<int>? selected)
    {
        var packages = plan.Nodes.Count(node => node is { Kind: NodeKind.Package, IsHook: false });
        var chosen = selected is null ? "" : $"{selected.Count(index => !plan.Nodes[index].IsHook)} of ";
        var gate = plan.MaxConcurrency == -1 ? "processors + 2" : Words.Number(plan.MaxConcurrency);
        return new Line(plan.Batch, Ink.Strong)
            .Add($"  {chosen}{Words.Count(packages, "package")}, gate {gate}, on failure {plan.FailureHandling}")
            .Add($", plan {plan.Hash[..Math.Min(12, plan.Hash.Length)]}", Ink.Dim);
    }

    private static IEnumerable<Line> Below(Plan plan, int parent, string indent, ILookup<int, PlanNode> children,
        IReadOnlySet<int>? selected, IReadOnlyDictionary<int, TimeSpan> expected)
    {
        var all = children[parent].Where(node => IsShown(node, children, selected)).ToArray();
        var turns = all.Count(node => DrawnNodes.IsTurn(plan, node));
        var nodes = all.Take(turns > LoopState.ListedMax ? LoopState.ListedMax : all.Length).ToArray();
        for (var i = 0; i < nodes.Length; i++)
        {
            var isLast = i == nodes.Length - 1 && nodes.Length == all.Length;
            yield return new Line(indent + (isLast ? "└─ " : "├─ "), Ink.Dim)
                .Add(Name(nodes[i])).Add(Detail(plan, nodes[i], children, expected), Ink.Dim);
            foreach (var line in Below(
                plan, nodes[i].Index, indent + (isLast ? "   " : "│  "), children, selected, expected))
            {
                yield return line;
            }
        }

        if (nodes.Length < all.Length)
        {
            yield return new Line($"{indent}└─ ", Ink.Dim)
                .Add($"and {Words.Count(all.Length - nodes.Length, "more turn")}", Ink.Dim);
        }
    }

    private static bool IsShown(PlanNode node, ILookup<int, PlanNode> children, IReadOnlySet<int>? selected) =>
        selected is null || (node.Kind == NodeKind.Package
            ? selected.Contains(node.Index)
            : children[node.Index].Any(child => IsShown(child, children, selected)));

    private static string Name(PlanNode node) => node.Kind switch
    {
        NodeKind.Level => LevelName(node),
        NodeKind.Project => node.Name,
        _ => node.Name[(node.Name.IndexOf('/') + 1)..],
    };

    /// <summary>"level 20"; what stands in the place of a number as it is.</summary>
    public static string LevelName(PlanNode node)
    {
        var place = node.Name[(node.Name.LastIndexOf(':') + 1)..];
        return place == "all" ? "by dependencies" : place is "before" or "after" ? place : $"level {node.Level}";
    }

    private static string Detail(Plan plan, PlanNode node, ILookup<int, PlanNode> children,
        IReadOnlyDictionary<int, TimeSpan> expected)
    {
        var parts = node.Kind switch
        {
            NodeKind.Project => After(plan, node),
            NodeKind.Container => Container(plan, node, children),
            NodeKind.Package => Package(plan, node, expected),
            _ => [],
        };
        parts = node.When is { } when ? parts.Append($"when {ConditionText.Of(when)}") : parts;
        var text = string.Join(", ", parts);
        return text.Length == 0 ? "" : "  " + text;
    }

    private static IEnumerable<string> After(Plan plan, PlanNode node) => node.Constraints.Count == 0
        ? []
        : ["after " + string.Join(", ", node.Constraints.Select(each => plan.Nodes[each.Node].Name))];

    private static IEnumerable<string> Container(Plan plan, PlanNode node, ILookup<int, PlanNode> children)
    {
        yield return node.Mode.ToString();
        if (node.Loop is { } loop)
        {
            yield return Turns(plan, loop);
        }

        var hooks = children[node.Index].Count(child => child.IsHook);
        var turns = children[node.Index].Count(child => DrawnNodes.IsTurn(plan, child));
        var loops = children[node.Index].Count(child => IsLoopInTurn(plan, child, children));
        var packages = children[node.Index].Count(child => child.Kind == NodeKind.Package);
        if (packages > 0 || turns + loops == 0)
        {
            yield return hooks > 0 ? Words.Count(hooks, "hook") : Words.Count(packages, "package");
        }

        if (turns > 0)
        {
            yield return Words.Count(turns, "turn");
        }

        if (loops > 0)
        {
            yield return Words.Count(loops, "loop");
        }

        if (node.RunsAfterFailure)
        {
            yield return "also after a failure";
        }
    }

    // What finds out its turns stands beside it.
    private static bool IsLoopInTurn(Plan plan, PlanNode node, ILookup<int, PlanNode> children) =>
        node.Kind == NodeKind.Container && !DrawnNodes.IsTurn(plan, node)
            && (node.Loop is not null || children[node.Index].Any(child => DrawnNodes.IsTurn(plan, child)));

    /// <summary>What a loop has turns for that only the run will know: "× rows of Regions".</summary>
    public static string Turns(Plan plan, LoopShape loop) => loop switch
    {
        { While: { } condition } => $"again while {condition.Text}, {Words.Count(loop.AtMost, "turn")} at most",
        { Rows: >= 0 } => $"× rows of {plan.Variables[loop.Rows].Name}",
        _ => $"× {Words.Count(loop.Known?.Rows.Count ?? 0, "value")}",
    };

    private static IEnumerable<string> Package(
        Plan plan, PlanNode node, IReadOnlyDictionary<int, TimeSpan> expected)
    {
        if (node.PackageKind != KindTable.Default.Word)
        {
            yield return node.PackageKind;
        }

        if (!node.Enabled)
        {
            yield return "disabled";
        }

        if (node.OwnThread)
        {
            yield return "starts first";
        }

        if (expected.TryGetValue(node.Index, out var duration))
        {
            yield return $"about {Words.Duration(duration)}";
        }

        if (node.Constraints.Count > 0)
        {
            yield return "after " + string.Join(
                ", ", node.Constraints.Select(each => ConditionText.Of(plan, each)));
        }

        foreach (var group in node.Any)
        {
            yield return ConditionText.Of(plan, group);
        }

        if (node.Sets.Count > 0)
        {
            yield return "sets " + string.Join(", ", node.Sets.Select(variable => plan.Variables[variable].Name));
        }

        if (node.ReadsValues.Count > 0)
        {
            yield return "reads " + string.Join(
                ", ", node.ReadsValues.Select(read => plan.Variables[read.Variable].Name));
        }

        if (node.ReadsFacts.Count > 0)
        {
            yield return "reads facts of "
                + string.Join(", ", node.ReadsFacts.Select(read => plan.Nodes[read.Node].Name).Distinct());
        }
    }
}
