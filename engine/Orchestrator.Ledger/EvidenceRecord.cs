using Orchestrator.Data.Evidence;

namespace Orchestrator.Ledger;

/// <summary>The evidence of an attempt, as read from the ledger.</summary>
/// <param name="Node">Index of the node in the run's plan.</param>
/// <param name="AttemptId">Number of the attempt over all runs.</param>
/// <param name="Evidence">What it did and waited for.</param>
public sealed record AttemptEvidenceRecord(int Node, long AttemptId, AttemptEvidence Evidence);
