using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>A dependency of which another one may be enough.</summary>
/// <param name="On">What must have ended.</param>
/// <param name="Outcome">How.</param>
/// <param name="When">What must be true as well; null = nothing.</param>
internal sealed record DraftDependency(DraftNode On, Outcome Outcome, WrittenCondition? When);
