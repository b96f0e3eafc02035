namespace Orchestrator.Dataflow;

/// <summary>A row that a worker could not take on.</summary>
/// <param name="Row">The row, as it came in.</param>
/// <param name="Reason">Why.</param>
public readonly record struct RejectedRow<T>(T Row, string Reason);
