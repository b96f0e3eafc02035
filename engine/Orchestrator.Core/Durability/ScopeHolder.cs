namespace Orchestrator.Core.Durability;

/// <summary>A run that the database itself names as one that keeps it relaxed.</summary>
/// <param name="Ledger">The ledger that counts the runs.</param>
/// <param name="Run">Number of the run.</param>
/// <param name="Found">The setting that was there before anybody relaxed it; empty = absent.</param>
/// <param name="IsAlive">Whether its own lock is held; else it is dead, whatever its ledger says.</param>
public sealed record ScopeHolder(string Ledger, long Run, string Found, bool IsAlive)
{
    /// <summary>
    /// Puts those of each ledger into the order of their runs, which only grow; between ledgers there are but the
    /// clocks of those who came.
    /// </summary>
    /// <param name="holders">By the clocks, newest first.</param>
    public static IReadOnlyList<ScopeHolder> NewestFirst(IReadOnlyList<ScopeHolder> holders)
    {
        var ofLedger = holders.GroupBy(holder => holder.Ledger).ToDictionary(
            each => each.Key, each => new Queue<ScopeHolder>(each.OrderByDescending(holder => holder.Run)));
        return [.. holders.Select(holder => ofLedger[holder.Ledger].Dequeue())];
    }

    /// <summary>For messages.</summary>
    public override string ToString() => $"run {Run} of ledger {Ledger}";
}
