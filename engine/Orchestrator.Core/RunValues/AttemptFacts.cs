namespace Orchestrator.Core.RunValues;

/// <summary>What is known of an attempt that has ended, for conditions that ask.</summary>
/// <param name="Read">Rows that it has read; null = nobody counted.</param>
/// <param name="Inserted">Rows that it has added; null = nobody counted.</param>
/// <param name="Updated">Rows that it has changed; null = nobody counted.</param>
/// <param name="Rejected">Rows that it has refused; null = nobody counted.</param>
/// <param name="ErrorCode">Code of its failure; null = it has none.</param>
/// <param name="ErrorText">What its failure says, with no secret in it; null = it has none.</param>
/// <param name="State">What its package ended as, where it did in an earlier run; null = this run knows.</param>
/// <param name="ErrorClass">The class of its failure; null = it has none.</param>
/// <param name="Attempt">Its number over all runs; null = there is no attempt, or none is known.</param>
public sealed record AttemptFacts(
    long? Read = null, long? Inserted = null, long? Updated = null, long? Rejected = null,
    string? ErrorCode = null, string? ErrorText = null, NodeState? State = null, ErrorClass? ErrorClass = null,
    long? Attempt = null)
{
    /// <summary>The package, where it is named beside them; empty = it is not.</summary>
    public string Package { get; init; } = "";

    /// <summary>Whether its package has failed, as handlers see it.</summary>
    public bool HasFailed => State?.IsFailure() == true;

    /// <summary>Nothing is known.</summary>
    public static AttemptFacts None { get; } = new();
}
