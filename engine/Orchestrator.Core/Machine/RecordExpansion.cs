namespace Orchestrator.Core.Machine;

/// <summary>
/// Record the turns that a loop has found out, with their nodes, before the first transition of one of these: all in
/// the commit that says that the loop runs, or, where a condition asks for each turn, that the one before has ended.
/// </summary>
/// <param name="At">Time since the run began.</param>
/// <param name="Loop">Index of the loop.</param>
/// <param name="Turns">The turns that are new, in their order.</param>
public sealed record RecordExpansion(TimeSpan At, int Loop, IReadOnlyList<GrownTurn> Turns) : RunCommand;
