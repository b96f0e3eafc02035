namespace Orchestrator.Ledger;

/// <summary>A turn that a loop of a run has had, as read from the ledger.</summary>
/// <param name="Loop">Index of the loop among the nodes of the run.</param>
/// <param name="Number">1, 2, … in the order of the rows.</param>
/// <param name="Key">What tells it from the other turns of its loop, and stands in names.</param>
/// <param name="Row">What it was given: its cells with tabs between them.</param>
/// <param name="IsSensitive">Whether no text may show that.</param>
/// <param name="Container">Index of its container; what is in it stands behind.</param>
public sealed record RunTurnRecord(int Loop, int Number, string Key, string Row, bool IsSensitive, int Container);
