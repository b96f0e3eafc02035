namespace Orchestrator.Runner.Durability;

/// <summary>The durability of a database cannot be relaxed or restored; the message says why, and what to do.</summary>
internal sealed class DurabilityRefusedException(string message) : Exception(message);
