using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Compile;

/// <summary>What came out of compiling a batch.</summary>
public sealed record CompiledPlan
{
    /// <summary>The plan; null where a diagnostic is an error.</summary>
    public Plan? Plan { get; init; }

    /// <summary>What the plan says, value by value, for the ledger, `diff` and `show`; null with the plan.</summary>
    public PlanContent? Document { get; init; }

    /// <summary>All that was found, in declared order.</summary>
    public required IReadOnlyList<Diagnostic> Diagnostics { get; init; }
}
