using Orchestrator.Core;
using Orchestrator.Runner.Text;

namespace Orchestrator.Cli.Solutions;

/// <summary>A plan as a picture: Mermaid for pages, DOT for Graphviz. Names only ever stand in quoted labels.</summary>
internal static class PlanGraphText
{
    private static OutsideText Gate => OutsideText.WithoutSecrets;

    public static IEnumerable<string> Mermaid(Plan plan, IReadOnlySet<int>? selected)
    {
        var drawn = new DrawnNodes(plan, selected);
        yield return "flowchart LR";
        foreach (var line in Groups(plan, drawn, (node, depth) => node.Kind == NodeKind.Package
            ? $"{Indent(depth)}n{node.Index}[\"{Gate.Mermaid(Label(plan, node))}\"]"
            : $"{Indent(depth)}subgraph n{node.Index}[\"{Gate.Mermaid(Label(plan, node))}\"]",
            depth => $"{Indent(depth)}end", (loop, text) => $"more{loop}[\"{text}\"]"))
        {
            yield return line;
        }

        foreach (var (from, to, label) in Edges(plan, drawn))
        {
            yield return label.Length == 0 ? $"  n{from} --> n{to}"
                : IsWord(label) ? $"  n{from} -. {label} .-> n{to}"
                : $"  n{from} -. \"{Gate.Mermaid(label)}\" .-> n{to}";
        }

        foreach (var (from, to, name) in Values(plan, drawn))
        {
            yield return IsName(name) ? $"  n{from} -. {name} .-> n{to}"
                : $"  n{from} -. \"{Gate.Mermaid(name)}\" .-> n{to}";
        }
    }

    public static IEnumerable<string> Dot(Plan plan, IReadOnlySet<int>? selected)
    {
        var drawn = new DrawnNodes(plan, selected);
        yield return "digraph plan {";
        yield return "  rankdir=LR; compound=true; node [shape=box];";
        foreach (var line in Groups(plan, drawn, (node, depth) => node.Kind == NodeKind.Package
            ? $"{Indent(depth)}n{node.Index} [label=\"{Gate.Dot(Label(plan, node))}\"];"
            : $"{Indent(depth)}subgraph cluster_n{node.Index} {{ label=\"{Gate.Dot(Label(plan, node))}\";",
            depth => Indent(depth) + "}", (loop, text) => $"more{loop} [label=\"{text}\", style=dashed];"))
        {
            yield return line;
        }

        foreach (var (from, to, label) in Edges(plan, drawn))
        {
            if (DotEdge(drawn, from, to) is { } edge)
            {
                yield return $"  {edge}{(label.Length == 0 ? "" : $" [label=\"{Gate.Dot(label)}\", style=dashed]")};";
            }
        }

        foreach (var (from, to, name) in Values(plan, drawn))
        {
            yield return $"  {DotEdge(drawn, from, to)} [label=\"{Gate.Dot(name)}\", style=dashed];";
        }

        yield return "}";
    }

    /// <summary>Graphviz draws edges between clusters as edges between nodes in them, cut at the border.</summary>
    private static string? DotEdge(DrawnNodes drawn, int from, int to)
    {
        var (tail, head) = (drawn.FirstPackage(from), drawn.FirstPackage(to));
        return tail is null || head is null ? null : $"n{tail} -> n{head}"
            + (tail == from ? "" : $" [ltail=cluster_n{from}]") + (head == to ? "" : $" [lhead=cluster_n{to}]");
    }

    private static IEnumerable<string> Groups(Plan plan, DrawnNodes drawn,
        Func<PlanNode, int, string> open, Func<int, string> close, Func<int, string, string> more)
    {
        var children = plan.Nodes.Where(node => node.Parent >= 0).ToLookup(node => node.Parent);
        return Below(plan.Nodes[0], 1);

        IEnumerable<string> Below(PlanNode node, int depth) => drawn.FirstPackage(node.Index) is null
            ? []
            : children[node.Index].SelectMany(child => Below(child, depth + 1)).Prepend(open(node, depth))
                .Concat(drawn.More(node.Index) == 0 ? []
                    : [Indent(depth + 1) + more(node.Index, Words.Count(drawn.More(node.Index), "more turn"))])
                .Concat(node.Kind == NodeKind.Package ? [] : [close(depth)]);
    }

    /// <summary>Who waits for whom, and how that must have ended; nothing stands for what is usual.</summary>
    private static IEnumerable<(int From, int To, string Label)> Edges(Plan plan, DrawnNodes drawn) =>
        plan.Nodes.Where(node => drawn.FirstPackage(node.Index) is not null)
            .SelectMany(node => node.Constraints.Where(each => each.When is not null || !IsOfValue(node, each.Node))
                .Select(each => (From: each.Node, To: node.Index, Label: Told(node, each, "")))
                .Concat(node.Any.SelectMany(group => group)
                    .Select(each => (From: each.Node, To: node.Index, Label: Told(node, each, "any ")))))
            .Where(edge => drawn.FirstPackage(edge.From) is not null);

    private static string Told(PlanNode node, PrecedenceConstraint constraint, string before)
    {
        var outcome = node.Kind != NodeKind.Package
            || (constraint.Outcome == Outcome.Success && constraint.When is null && before.Length == 0)
            ? "" : $"{before}{constraint.Outcome}";
        return constraint.When is { } when ? $"{outcome} when {ConditionText.Of(when)}" : outcome;
    }

    private static bool IsWord(string label) => label.All(char.IsAsciiLetter);

    // The rows of a query or of files have a name that nobody declares, with other signs in it.
    private static bool IsName(string variable) =>
        variable.All(sign => char.IsAsciiLetterOrDigit(sign) || sign == '_');

    // Who gets a value waits for whoever sets it, which the edge with its name says.
    private static bool IsOfValue(PlanNode node, int setter) =>
        node.ReadsValues.Any(read => read.Setters.Contains(setter));

    /// <summary>Whose value of a variable a package may get, and whose rows a loop has turns for.</summary>
    private static IEnumerable<(int From, int To, string Name)> Values(Plan plan, DrawnNodes drawn) =>
        from node in plan.Nodes
        from read in node.ReadsValues
        from setter in read.Setters.Order()
        where drawn.FirstPackage(node.Index) is not null && drawn.FirstPackage(setter) is not null
        select (setter, node.Index, plan.Variables[read.Variable].Name);

    private static string Label(Plan plan, PlanNode node)
    {
        // What a loop holds stands for what is in each of its turns, which only the run finds out.
        var name = node.Loop is { } loop ? $"{NameOf(node)} {PlanTreeText.Turns(plan, loop)}" : NameOf(node);
        return node.When is { } when ? $"{name} when {ConditionText.Of(when)}" : name;
    }

    private static string NameOf(PlanNode node) => node.Kind switch
    {
        NodeKind.Level => PlanTreeText.LevelName(node),
        NodeKind.Container or NodeKind.Package => node.Name[(node.Name.IndexOf('/') + 1)..],
        _ => node.Name,
    };

    private static string Indent(int depth) => new(' ', 2 * depth);
}
