using Orchestrator.Core;
using Orchestrator.Metadata.Compile;

namespace Orchestrator.Metadata.Selection;

/// <summary>
/// Knows what a selection names that is in a turn which only the run finds out: the plan does not have it.
/// </summary>
internal sealed class TurnTerms(Plan plan)
{
    private readonly IReadOnlyList<bool> _isTemplate = LoopTemplates.Of(plan.Nodes);

    /// <summary>The packages whose turns are meant; none where the name means no turn of any.</summary>
    public IReadOnlyList<PlanNode> Packages(string name) => [.. plan.Nodes.Where(node =>
        node.Kind == NodeKind.Package && _isTemplate[node.Index] && Means(name, node))];

    /// <summary>The loops of whose turns one is meant; none where the name means no turn of any.</summary>
    public IReadOnlyList<PlanNode> Loops(string name) =>
        [.. plan.Nodes.Where(node => node.Loop is not null && Means(name, node))];

    /// <summary>What stands for what is in the turns of a loop.</summary>
    public IEnumerable<int> PackagesOf(PlanNode loop) => plan.Nodes
        .Where(node => node.Kind == NodeKind.Package && IsBelow(node, loop)).Select(node => node.Index);

    /// <summary>The keys that a name has behind that of a node whose turn it means.</summary>
    public static string KeysIn(string name, PlanNode node)
    {
        var before = Before(node.Name);
        before = name.StartsWith(before, StringComparison.Ordinal) ? before : Before(PlanNames.BareName(node));
        var keys = name[(name.StartsWith(before, StringComparison.Ordinal) ? before.Length : Bracket(name) + 1)..];
        return keys.EndsWith(']') ? keys[..^1] : keys;
    }

    /// <summary>The name in full of what a name means in a turn of a node.</summary>
    public static string NameOf(string name, PlanNode node) => LoopTemplates.NameIn(node.Name, KeysIn(name, node));

    private bool IsBelow(PlanNode node, PlanNode loop)
    {
        var above = node.Parent;
        while (above > loop.Index)
        {
            above = plan.Nodes[above].Parent;
        }

        return above == loop.Index;
    }

    private static bool Means(string name, PlanNode node) =>
        IsInTurnOf(node.Name, name) || IsInTurnOf(PlanNames.BareName(node), name);

    private static bool IsInTurnOf(string template, string name)
    {
        var (before, bracket) = (Before(template), Bracket(name));
        return (name.EndsWith(']') && name.StartsWith(before, StringComparison.Ordinal))
            || (bracket > 0 && Wildcard.IsPattern(name) && Wildcard.Matches(name[..bracket] + "[", before));
    }

    /// <summary>What stands before the key in the names of turns: `region[`.</summary>
    private static string Before(string template) => LoopTemplates.NameIn(template, "")[..^1];

    private static int Bracket(string name) => name.IndexOf('[', name.IndexOf('/', StringComparison.Ordinal) + 1);
}
