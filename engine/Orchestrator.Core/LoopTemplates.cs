namespace Orchestrator.Core;

/// <summary>Which nodes of a plan only stand for what is in the turns of a loop: they never run.</summary>
public static class LoopTemplates
{
    /// <summary>Per node whether it is such a one. What came in a loop is none.</summary>
    public static IReadOnlyList<bool> Of(IReadOnlyList<PlanNode> nodes)
    {
        var templates = new bool[nodes.Count];
        for (var index = 1; index < nodes.Count; index++)
        {
            var parent = nodes[index].Parent;
            templates[index] = nodes[index].Turns.Count == 0 && parent >= 0 && parent < index
                && (templates[parent] || nodes[parent].Loop is not null);
        }

        return templates;
    }

    /// <summary>The name of the template that something in a turn was made after.</summary>
    public static string NameOf(PlanNode inTurn)
    {
        var keys = string.Join(',', inTurn.Turns.Select(turn => turn.Key));
        var before = inTurn.Name[..^(keys.Length + 1)];
        return before.EndsWith('[') ? before[..^1] : $"{before[..^1]}]";
    }

    /// <summary>A name of a container or a package without the keys of turns: `Staging/customer`.</summary>
    public static string BareName(string name)
    {
        var slash = name.IndexOf('/', StringComparison.Ordinal);
        var bracket = slash < 0 ? -1 : name.IndexOf('[', slash);
        return bracket < 0 ? name : name[..bracket];
    }

    /// <summary>The name in a turn of what a template is called.</summary>
    public static string NameIn(string template, string keys) =>
        template.EndsWith(']') ? $"{template[..^1]},{keys}]" : $"{template}[{keys}]";

    /// <summary>The keys of turns, joined, with which a template makes this name.</summary>
    public static string KeysIn(string template, string name) =>
        name[(template.EndsWith(']') ? template.Length : template.Length + 1)..^1];
}
