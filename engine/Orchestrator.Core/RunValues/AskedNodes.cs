namespace Orchestrator.Core.RunValues;

/// <summary>What conditions name of all that their node waits for.</summary>
public static class AskedNodes
{
    /// <summary>The packages and groups, by their indices, whose facts a node asks for.</summary>
    public static IEnumerable<int> Of(Plan plan, PlanNode node)
    {
        var named = node.Conditions.SelectMany(condition => condition.When.References)
            .Select(read => FactName.TryParse(read.Word, read.Name, out var fact) ? fact.Subject : "")
            .ToHashSet(StringComparer.Ordinal);
        return node.AllConstraints.Select(one => one.Node).Where(other => named.Contains(plan.Nodes[other].Name));
    }
}
