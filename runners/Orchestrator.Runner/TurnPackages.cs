using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Runner;

/// <summary>Packages that came in a loop: each has the definition of what it was made after, under its own name.
/// </summary>
internal static class TurnPackages
{
    /// <summary>A node as it is run.</summary>
    public static PlanNode Of(PlanNode node) =>
        node is { Turns.Count: > 0, Payload: ObjectDefinition definition }
            ? node with { Payload = definition with { Name = NameOf(node) } } : node;

    /// <summary>What a package does, with the values of its turns wherever variables may stand.</summary>
    public static TurnObject Made(PlanNode node) => TurnObject.Of((ObjectDefinition)node.Payload!, node.Turns);

    /// <summary>What is wrong with the values of its turns, which is told with them where they may be seen.</summary>
    public static string ProblemOf(PlanNode node, TurnObject made) => node.Turns.Any(turn => turn.IsSensitive)
        ? "one of them does not fit, and they are sensitive" : $"{made.Problem}";

    /// <summary>Its name without that of its project.</summary>
    private static string NameOf(PlanNode node) =>
        node.Name[(node.Name.IndexOf('/', StringComparison.Ordinal) + 1)..];
}
