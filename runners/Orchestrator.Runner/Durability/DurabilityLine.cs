namespace Orchestrator.Runner.Durability;

/// <summary>What a run did to the durability of one database, for its header.</summary>
/// <param name="Connection">Name of the connection.</param>
/// <param name="Database">The database, as its server names it; empty = it was not reached.</param>
/// <param name="IsRelaxed">Whether it is relaxed; else the run goes on durable there.</param>
/// <param name="Why">What is to be known of it, as the end of a sentence; may be empty.</param>
public sealed record DurabilityLine(string Connection, string Database, bool IsRelaxed, string Why);
