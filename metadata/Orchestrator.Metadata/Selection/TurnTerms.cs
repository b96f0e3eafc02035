using Orchestrator.Core;
using Orchestrator.Metadata.Compile;

namespace Orchestrator.Metadata.Selection;

/// <summary>
/// Knows what a selection names that is in a turn which only the run finds out: the plan does not have it.
/// </summary>
internal sealed class TurnTerms(Plan plan)
{
    private readonly IReadOnlyList<bool> _isTemplate = LoopTemplates.Of(plan.Nodes);

    /// <summary>The packages whose turns are meant, the first one first; none where the name means no turn of any.
    /// </summary>
    public IReadOnlyList<PlanNode> Packages(string name) => [.. plan.Nodes.Where(node =>
        node.Kind == NodeKind.Package && _isTemplate[node.Index] && Means(name, node))];

    /// <summary>The loops of whose turns one is meant, the first one first; none where the name means no turn of any.
    /// </summary>
    public IReadOnlyList<PlanNode> Loops(string name) =>
        [.. plan.Nodes.Where(node => node.Loop is not null && Means(name, node))];

    /// <summary>The package whose turns are meant by a name with `?` in the place of what a selection cannot hold.
    /// </summary>
    public IEnumerable<PlanNode> Masked(string name) => plan.Nodes.Where(node => node.Kind == NodeKind.Package
        && _isTemplate[node.Index] && (IsMasked(node.Name, name) || IsMasked(PlanNames.BareName(node), name)));

    /// <summary>
    /// Of packages that stand for what is in turns, the keys of the turns whose packages have these names; null = all
    /// are meant, as only what stands for them is named.
    /// </summary>
    public IReadOnlyDictionary<int, IReadOnlyList<string>?> TurnsOf(IReadOnlyCollection<string> names)
    {
        var found = new Dictionary<int, IReadOnlyList<string>?>();
        foreach (var node in plan.Nodes.Where(node => node.Kind == NodeKind.Package && _isTemplate[node.Index]))
        {
            var before = Before(node.Name);
            string?[] keys = [.. names.Where(name => name.EndsWith(']')
                && name.StartsWith(before, StringComparison.Ordinal)).Select(name => KeysMeant(name, node))];
            if (keys.Length > 0 || names.Contains(node.Name))
            {
                found.Add(node.Index, keys.Length == 0 || Array.Exists(keys, key => key is null)
                    ? null : [.. keys.OfType<string>().Distinct()]);
            }
        }

        return found;
    }

    /// <summary>What stands for what is in the turns of a loop.</summary>
    public IEnumerable<int> PackagesOf(PlanNode loop) => plan.Nodes
        .Where(node => node.Kind == NodeKind.Package && IsBelow(node, loop)).Select(node => node.Index);

    /// <summary>
    /// The keys that are meant. The turns of a condition follow from each other: who names one means them all; null =
    /// all that there are, as no other loop is around.
    /// </summary>
    public string? KeysMeant(string name, PlanNode node)
    {
        var keys = KeysIn(name, node);
        return !IsOfCondition(node) ? keys : keys.LastIndexOf(',') is >= 0 and var comma ? keys[..comma] : null;
    }

    /// <summary>Whether the turns of a package, or of a loop, are those of a condition.</summary>
    public bool IsOfCondition(PlanNode node) =>
        plan.GroupsAround(node).Prepend(node).First(group => group.Loop is not null).Loop!.While is not null;

    /// <summary>The keys that a name has behind that of a node whose turn it means.</summary>
    private static string KeysIn(string name, PlanNode node)
    {
        var before = Before(node.Name);
        before = name.StartsWith(before, StringComparison.Ordinal) ? before : Before(PlanNames.BareName(node));
        var keys = name[(name.StartsWith(before, StringComparison.Ordinal) ? before.Length : Bracket(name) + 1)..];
        return keys.EndsWith(']') ? keys[..^1] : keys;
    }

    private bool IsBelow(PlanNode node, PlanNode loop)
    {
        var above = node.Parent;
        while (above > loop.Index)
        {
            above = plan.Nodes[above].Parent;
        }

        return above == loop.Index;
    }

    private static bool IsMasked(string template, string name) =>
        name.EndsWith(']') && name.Length > template.Length + 1
        && LoopTemplates.KeysIn(template, name) is var keys && !Wildcard.IsPattern(keys)
        && ShellWord.Masked(LoopTemplates.NameIn(template, keys)) == name;

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
