using Orchestrator.Core;
using Orchestrator.Metadata.Compile;

namespace Orchestrator.Metadata.Selection;

/// <summary>
/// Knows what a selection names that is in a turn which only the run finds out: the plan does not have it.
/// </summary>
internal sealed class TurnTerms(Plan plan)
{
    private readonly IReadOnlyList<bool> _isTemplate = LoopTemplates.Of(plan.Nodes);

    /// <summary>The package whose turns are meant; null = the name means no turn of any.</summary>
    public PlanNode? Package(string name) => plan.Nodes.FirstOrDefault(node =>
        node.Kind == NodeKind.Package && _isTemplate[node.Index] && Means(name, node));

    /// <summary>The loop of whose turns one is meant; null = the name means no turn of any.</summary>
    public PlanNode? Loop(string name) => plan.Nodes.FirstOrDefault(node => node.Loop is not null && Means(name, node));

    /// <summary>The loop that a package stands in.</summary>
    public PlanNode LoopAround(PlanNode package)
    {
        var above = plan.Nodes[package.Parent];
        while (above.Loop is null)
        {
            above = plan.Nodes[above.Parent];
        }

        return above;
    }

    private static bool Means(string name, PlanNode node) =>
        IsInTurnOf(node.Name, name) || IsInTurnOf(PlanNames.BareName(node), name);

    private static bool IsInTurnOf(string template, string name)
    {
        var before = LoopTemplates.NameIn(template, "")[..^1];
        var bracket = name.IndexOf('[', name.IndexOf('/', StringComparison.Ordinal) + 1);
        return (name.EndsWith(']') && name.StartsWith(before, StringComparison.Ordinal))
            || (bracket > 0 && Wildcard.IsPattern(name) && Wildcard.Matches(name[..bracket] + "[", before));
    }
}
