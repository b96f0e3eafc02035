namespace Orchestrator.Core;

/// <summary>Which nodes of a plan only stand for what is in the turns of a loop: they never run.</summary>
public static class LoopTemplates
{
    /// <summary>Per node whether it is such a one. What came in a loop is none.</summary>
    public static IReadOnlyList<bool> Of(IReadOnlyList<PlanNode> nodes)
    {
        var templates = new bool[nodes.Count];
        foreach (var node in nodes.Where(node => node.Parent >= 0 && node.Turns.Count == 0))
        {
            templates[node.Index] = templates[node.Parent] || nodes[node.Parent].Loop is not null;
        }

        return templates;
    }

    /// <summary>The name in a turn of what a template is called.</summary>
    public static string NameIn(string template, string keys) =>
        template.EndsWith(']') ? $"{template[..^1]},{keys}]" : $"{template}[{keys}]";
}
