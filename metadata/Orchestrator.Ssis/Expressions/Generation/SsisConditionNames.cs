using Orchestrator.Ssis.Expressions.Binding;

namespace Orchestrator.Ssis.Expressions.Generation;

/// <summary>What the names of an expression are in a condition.</summary>
/// <param name="Values">A name of ours or a fact, as `Rows` or `${run:asOf}`; null = there is none.</param>
public sealed record SsisConditionNames(Func<SsisSymbol, string?> Values)
{
    /// <summary>What stands for GETDATE; null = nothing does.</summary>
    public string? Now { get; init; }

    /// <summary>The same for GETUTCDATE.</summary>
    public string? UtcNow { get; init; }
}
