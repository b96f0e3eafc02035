using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Keys;

/// <summary>What happens after a failed attempt, and where the nearest word of it stands.</summary>
internal sealed record WrittenRetry(RetryPolicy Policy, Origin At);
