using Orchestrator.Core;

namespace Orchestrator.Packages.Replay;

/// <summary>An attempt of a load as the ledger knows it.</summary>
/// <param name="Attempt">Its number.</param>
public sealed record PastLoad(long Attempt, long Run, NodeState State)
{
    /// <summary>Whether its rows count: it has succeeded, and what it committed is on disk.</summary>
    public bool IsLoaded { get; init; }

    /// <summary>Whether it is known to have left the target as it was; one in place leaves parts.</summary>
    public bool LeftNothing { get; init; }

    /// <summary>Whether it was to load everything anew.</summary>
    public bool IsFullRefresh { get; init; }

    /// <summary>Whether somebody has moved the watermark by hand since, by the ledger's own numbers.</summary>
    public bool IsMovedSince { get; init; }
}

/// <summary>What the ledger knows of a load whose rejected rows are to be loaded.</summary>
/// <param name="Attempts">Its attempts, in any order.</param>
public sealed record PastLoads(IReadOnlyList<PastLoad> Attempts);

/// <summary>An attempt whose rejected rows were looked at.</summary>
/// <param name="Attempt">Its number.</param>
/// <param name="IsNewest">Whether no load after it can have written the target.</param>
/// <param name="Refusal">Why its rows cannot be loaded now, as a clause; null where they can.</param>
public sealed record ReplayableAttempt(long Attempt, long Run, bool IsNewest, string? Refusal)
{
    /// <summary>Whether a later load that succeeded has read its rows again, and loaded or rejected them itself.
    /// </summary>
    public bool IsReadAgain { get; init; }
}
