using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Evaluation;

/// <summary>
/// What an evaluation is given: the value of each name, and the clock, which is asked at each GETDATE and GETUTCDATE
/// and whose offset is that of the machine.
/// </summary>
public sealed record SsisScope(Func<SsisSymbol, SsisValue?> Values, Func<DateTimeOffset> Clock)
{
    public SsisTruncation Truncation { get; init; }
}
