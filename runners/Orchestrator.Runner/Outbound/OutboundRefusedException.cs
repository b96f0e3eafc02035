namespace Orchestrator.Runner.Outbound;

/// <summary>A request that is not sent, because of where it would lead; the message says why and what to do.</summary>
/// <param name="message">In words of ours, with no part of the address but the host.</param>
public sealed class OutboundRefusedException(string message) : Exception(message);
