namespace Orchestrator.Core.Machine;

/// <summary>Further nodes come to a run at work, in groups that have not ended.</summary>
internal sealed record BoardGrew(TimeSpan At, IReadOnlyList<GrownNode> Nodes) : RunEvent(At);
