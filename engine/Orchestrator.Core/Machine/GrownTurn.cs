using Orchestrator.Core.RunValues;

namespace Orchestrator.Core.Machine;

/// <summary>A turn of a loop that comes to a run.</summary>
/// <param name="Given">Its key and its values.</param>
/// <param name="Nodes">Its container, and behind it all that is in it.</param>
public sealed record GrownTurn(GivenTurn Given, IReadOnlyList<GrownNode> Nodes);
