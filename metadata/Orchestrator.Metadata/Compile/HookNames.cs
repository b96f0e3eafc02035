using Orchestrator.Core;

namespace Orchestrator.Metadata.Compile;

/// <summary>A hook is a node of the plan, whose name nothing else may have.</summary>
internal static class HookNames
{
    public static void Check(PlanDraft draft)
    {
        var names = draft.Nodes.ToLookup(node => (node.Kind, node.Name));
        foreach (var hook in draft.Nodes.Where(node => node.Around is not null))
        {
            if (names[(hook.Kind, hook.Name)].FirstOrDefault(node => node.Around is null) is { } other)
            {
                draft.Error("ORC2015", (other.Definition?.At ?? other.Container?.At ?? other.Project?.At)!.Value,
                    $"the {Word(hook.Kind)} '{hook.Name}' has the name of a hook of {hook.Around!.Name}",
                    "Rename one of the two.");
            }
        }
    }

    private static string Word(NodeKind kind) =>
        kind == NodeKind.Package ? "object" : kind.ToString().ToLowerInvariant();
}
