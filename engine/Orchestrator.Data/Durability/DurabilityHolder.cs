namespace Orchestrator.Data.Durability;

/// <summary>A run that keeps the durability of a database relaxed, as the database itself tells it.</summary>
/// <param name="Ledger">The ledger that counts the runs.</param>
/// <param name="Run">Number of the run.</param>
/// <param name="Found">The setting that was there before anybody relaxed it; empty = absent.</param>
/// <param name="Set">The setting that it was changed to.</param>
/// <param name="Owner">Who runs it, for people: user, host and process.</param>
/// <param name="Since">Since when.</param>
public sealed record DurabilityHolder(
    string Ledger, long Run, string Found, string Set, string Owner, DateTimeOffset Since);
