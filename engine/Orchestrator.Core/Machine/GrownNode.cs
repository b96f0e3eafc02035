namespace Orchestrator.Core.Machine;

/// <summary>A node that comes to a run at work.</summary>
/// <param name="Node">It; its index is the next one, and whatever it names comes before it.</param>
/// <param name="Template">
/// Index of the node of the plan that it is made after, whose place among ready packages, selection and expected
/// duration it has.
/// </param>
public sealed record GrownNode(PlanNode Node, int Template);
