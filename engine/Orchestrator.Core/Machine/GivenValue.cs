using Orchestrator.Core.Types;

namespace Orchestrator.Core.Machine;

/// <summary>Something that conditions read and that is known before the run; null is NULL.</summary>
/// <param name="Value">The value.</param>
/// <param name="IsSensitive">Whether no text shows it.</param>
public readonly record struct GivenValue(TypedValue? Value, bool IsSensitive = false);
