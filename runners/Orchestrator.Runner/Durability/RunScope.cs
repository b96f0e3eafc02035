using Orchestrator.Ledger;

namespace Orchestrator.Runner.Durability;

/// <summary>
/// A database that a run has relaxed: its session and what the ledger has of it. Its flusher uses it until that has
/// ended, then whoever leaves it.
/// </summary>
internal sealed class RunScope(DatabaseSession session, ScopeRecord record) : IDisposable
{
    public DatabaseSession Session { get; } = session;

    /// <summary>What the ledger has of it.</summary>
    public ScopeRecord Record { get; } = record;

    public void Dispose() => Session.Dispose();
}
