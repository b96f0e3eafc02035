namespace Orchestrator.Service.Security;

/// <summary>Why a request goes no further.</summary>
/// <param name="Status">The HTTP status.</param>
/// <param name="Why">In words of ours, with nothing of the request in it.</param>
/// <param name="RetryAfter">When to try again; null = it is not said.</param>
internal sealed record Refusal(int Status, string Why, TimeSpan? RetryAfter = null);
