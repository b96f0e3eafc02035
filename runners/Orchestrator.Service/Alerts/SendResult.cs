namespace Orchestrator.Service.Alerts;

/// <summary>What became of a try to send a message.</summary>
/// <param name="IsSent">Whether the target has taken it.</param>
/// <param name="Answer">What it answered, or what was wrong; without secrets.</param>
/// <param name="RetryAfter">How long it wants to be left alone; null = it does not say.</param>
public sealed record SendResult(bool IsSent, string Answer, TimeSpan? RetryAfter = null);
