using Orchestrator.Core;

namespace Orchestrator.Metadata.Selection;

/// <summary>A hook runs with what it is around: where any package of its group is selected, so is the hook.</summary>
internal static class HooksAround
{
    /// <summary>The selected packages with the hooks around them.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="selected">What was selected.</param>
    /// <param name="hasNamed">Whether hooks among them were asked for, and not just everything.</param>
    public static HashSet<int> Add(Plan plan, HashSet<int> selected, bool hasNamed)
    {
        var groups = new HashSet<int>();
        foreach (var package in selected.Where(index => !plan.Nodes[index].IsHook))
        {
            for (var above = plan.Nodes[package].Parent; above >= 0 && groups.Add(above);)
            {
                above = plan.Nodes[above].Parent;
            }
        }

        return [.. plan.Nodes
            .Where(node => node.IsHook
                ? groups.Contains(node.Around) || (hasNamed && selected.Contains(node.Index))
                : selected.Contains(node.Index))
            .Select(node => node.Index)];
    }
}
