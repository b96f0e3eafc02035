using Orchestrator.Core.RunValues;

namespace Orchestrator.Ledger;

/// <summary>A value that an attempt has set, as read from the ledger. It counts as long as the attempt does.</summary>
/// <param name="Node">Index of the package in the plan of its run.</param>
/// <param name="AttemptId">Number of the attempt over all runs.</param>
/// <param name="Variable">Name of the variable.</param>
/// <param name="Value">The value with its type.</param>
/// <param name="IsSensitive">Whether no text may show it.</param>
public sealed record RunValueRecord(int Node, long AttemptId, string Variable, RunValue Value, bool IsSensitive)
{
    /// <summary>What people may be told of it: the value, NULL, how many rows there are, or that it is hidden.
    /// </summary>
    public string Shown => IsSensitive ? "(hidden)" : Value.ToString();
}
