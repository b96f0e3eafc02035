using Orchestrator.Core.Durability;
using Orchestrator.Ledger;

namespace Orchestrator.Runner.Durability;

/// <summary>How the durability of one database stands.</summary>
public sealed record DatabaseDurability(string Connection, string Platform)
{
    /// <summary>The database, in its server's words, or the path of a file; empty = it was not reached.</summary>
    public string Database { get; init; } = "";

    /// <summary>The setting as the database tells it; null = nothing is set there, or it was not reached.</summary>
    public string? Now { get; init; }

    /// <summary>Why the database could not be asked; null = it was, or nothing had to be.</summary>
    public string? Unreachable { get; init; }

    /// <summary>The last scope of it that the ledger knows; null = no run has relaxed it.</summary>
    public ScopeRecord? Scope { get; init; }

    /// <summary>Whether the run of that scope is at work.</summary>
    public bool IsAtWork { get; init; }

    /// <summary>Packages of that scope that succeeded and are not known to be on disk.</summary>
    public int NotHardened { get; init; }

    /// <summary>Runs that the database itself names as holders, and that this ledger does not know.</summary>
    public IReadOnlyList<ScopeHolder> Strangers { get; init; } = [];
}
